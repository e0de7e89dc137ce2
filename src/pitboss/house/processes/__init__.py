"""Several processes on one PostgreSQL as one house: who is there, who has which table, what they tell each other."""
