"""Mississippi Stud."""
