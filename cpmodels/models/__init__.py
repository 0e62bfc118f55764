"""How CP-SAT sees the puzzles: one module a puzzle, puzzle in, Model out."""
