"""Kinds: all that is known of a kind of puzzle, in one record; and the plugins that add more."""
