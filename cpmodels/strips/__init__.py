"""Strips: counting the tilings of long boxes by products of transfer matrices."""
