"""Papers: what an operator files, posts and hands out, set with typst from the same data as the table."""
