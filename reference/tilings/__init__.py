"""Tilings: shapes, placements, the frontier method, and counts up to symmetry."""
