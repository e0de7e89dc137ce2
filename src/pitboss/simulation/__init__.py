"""Simulation: whole rounds of a game as submitted, by a fast kernel and by the real engine, card for card the same."""
