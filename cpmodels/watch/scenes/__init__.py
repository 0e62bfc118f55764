"""Scenes: how the events of an algorithm look on a board, step by step."""
