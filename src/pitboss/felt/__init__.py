"""The table layout as one drawing, from the rulebook's own data: for the printed layout and for the browser."""
