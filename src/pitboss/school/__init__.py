"""The school: what dealers and players are taught with. Every task is made by the engine from a seed and judged by the
engine; nothing here holds a rule of a game, and a brought game is taught as the built-in ones are."""
