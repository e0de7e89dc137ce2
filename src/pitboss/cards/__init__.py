"""Cards, decks and the ranking of hands: declared once, derived everywhere else."""
