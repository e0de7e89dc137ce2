"""The regulators' rules as data: clauses, readings, paytables, layouts, and the terms an operator makes of them."""
