"""Cross-validation: ask every method, compare all that they say, shrink what differs."""
