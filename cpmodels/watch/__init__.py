"""Watching: traces of a model and of an algorithm by hand, and the page that plays them."""
