"""Sliding puzzles: A*, IDA*, their heuristics, and the graph of all boards."""
