"""Caribbean Stud."""
