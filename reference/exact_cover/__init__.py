"""Exact covers: Algorithm X, and dancing links with the isolated-region rule."""
