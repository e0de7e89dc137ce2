"""How each game's rounds become cells in bulk. The deal plan, the ranking and the decisions reach the kernels as
data."""
