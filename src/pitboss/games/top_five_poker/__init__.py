"""Top Five Poker."""
