"""The decisions of a player from what was recorded: what they cost, and whether they fit somebody who saw cards."""
