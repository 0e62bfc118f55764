"""Engines: the one gate to each solver."""
