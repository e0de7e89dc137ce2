"""The pages in a real browser. A package, so that one Chromium serves all its modules."""
