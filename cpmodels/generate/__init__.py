"""Random puzzles, the same for the same seed on every machine."""
