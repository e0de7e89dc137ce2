"""What a submission says of its filing, in words: the same at the terminal and on every paper."""

from pitboss.rulebook.terms import Filing, Terms
from pitboss.wording.submission_words import LABELS

NOT_YET, NOT_SET = "not yet approved", "effective date not set"


def filing_of(terms: Terms) -> Filing:
    return terms.filing if isinstance(terms.filing, Filing) else Filing()


def filing_words(terms: Terms) -> list[tuple[str, str]]:
    """What is stated, each by its name."""
    shown = {name: said for name, said in filing_of(terms).facts.items() if said}
    if terms.practice:
        shown.pop("approved", None)
    return [(LABELS[name], said) for name, said in shown.items()]


def standing(terms: Terms) -> str:
    """Whether a version is approved, and from when it is in force, as the foot of every page says it: `approved
    2027-01-15, effective 2027-02-01`. Nothing for a table for practice, which says what it is at the head."""
    if terms.practice:
        return ""
    filing = filing_of(terms)
    approved = f"approved {filing.approved}" if filing.approved else NOT_YET
    return f"{approved}, {f'effective {filing.effective}' if filing.effective else NOT_SET}"
