"""Exact odds: every wager, every paytable, every decision, worked out from the games' own declarations."""
