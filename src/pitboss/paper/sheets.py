"""What a paper is printed on."""

from typing import Literal

Sheet = Literal["letter", "a4"]
"""Letter, and Tabloid for drawings, as filings in the United States are; or A4 and A3."""
USUAL: Sheet = "letter"
