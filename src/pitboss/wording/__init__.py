"""Sentences about a game under its terms that papers and pages share: how it is played, and readings in plain words."""
