"""Ultimate Texas Hold 'Em."""
