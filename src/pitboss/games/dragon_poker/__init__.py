"""Dragon Poker."""
