"""Drawing: terminal, SVG and PNG pictures of puzzles and answers, and what notebooks show."""
