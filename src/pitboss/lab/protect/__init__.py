"""What a player wins who knows cards that he should not: the edge, the best play, and single spots."""
