"""Nonograms: line solving, probing, backtracking with nogoods, and row by row."""
