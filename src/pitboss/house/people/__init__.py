"""Accounts, sessions, and who may do what."""
