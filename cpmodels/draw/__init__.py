"""Terminal, SVG and PNG pictures of puzzles and answers."""
