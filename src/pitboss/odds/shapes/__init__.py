"""How games are counted, by shape: what the declaration of a game looks like decides, never its name."""
