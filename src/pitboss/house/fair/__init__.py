"""Shuffles that anyone can check: commitments, seeds, the order they give, and what keeps them closed until then."""
