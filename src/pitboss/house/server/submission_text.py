"""Terms as the text of a Rules Submission: a place to begin for whoever proposes others."""

from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.toml_writing import toml_of


def submission_text(terms: Terms) -> str:
    """The submission behind these terms, as TOML."""
    return toml_of(as_submission(terms))
