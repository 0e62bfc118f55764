"""Proofs of what has no witness: `prove` writes them, `verify` trusts nothing in them."""
