"""Counts in cubes: on many machines, kept on the way, and audited cube by cube."""
