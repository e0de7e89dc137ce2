"""How rounds are played in bulk: one module for each shape that a game can have, none for a game."""
