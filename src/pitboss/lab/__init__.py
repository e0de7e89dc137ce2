"""The lab: what the people who are paid for game mathematics ask of a game."""
