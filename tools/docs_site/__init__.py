"""The documentation as a static site: the pages in `docs/`, and pages made from the product's own data."""
