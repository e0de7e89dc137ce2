"""Written strategies: a file of rules in the words players use, what it costs against the best play, and short ones
found by search. `api.py` has the library calls, `words.py` the vocabulary."""
