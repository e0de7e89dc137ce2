"""Paytables that meet a target: found by search, counted exactly, best first."""
