"""Square boards in L-trominoes, by divide and conquer."""
