"""How the deals of each game are counted. A module here knows the deal and the player's decisions of its game; cells
and ranking are the game's own, and what an ending pays is settled by the table's rules."""
