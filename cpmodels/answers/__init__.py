"""Answers: what was asked, under which limits, what came of it, and when two contradict."""
