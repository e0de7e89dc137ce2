"""Tables of figures for other programs: rows of plain values, written as CSV, JSON, Parquet or Excel."""
