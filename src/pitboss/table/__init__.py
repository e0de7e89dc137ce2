"""The engine: a pure core that conducts any of the games by its definition."""
