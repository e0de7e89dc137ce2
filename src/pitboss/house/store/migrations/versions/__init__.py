"""One file for each version of the store; a published one is never changed."""
