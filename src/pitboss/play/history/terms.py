"""Terms in a history: as the submission they came from, where it gives them to the letter."""

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from pitboss.play.history.form import HistoryTerms
from pitboss.play.log import unlawful
from pitboss.rulebook.folders import games
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.submission import check_data
from pitboss.rulebook.submission_faults import Fault, LineOf
from pitboss.rulebook.terms import Terms


def told(terms: Terms) -> HistoryTerms:
    """The terms as the file tells them."""
    edition = terms.edition if isinstance(terms.edition, int) else 0
    submission = as_submission(terms)
    made = check_data(submission, in_force=True).terms
    if made is not None and _letters(_of_edition(made, edition)) == _letters(terms):
        return HistoryTerms(terms.digest, edition, submission=submission)
    return HistoryTerms(terms.digest, edition, resolved=_letters(terms).decode())


def meant(part: HistoryTerms, game: str, line_of: LineOf) -> tuple[Terms | None, tuple[Fault, ...]]:
    """The terms that the file means, or what is wrong with them."""
    if bool(part.submission) == bool(part.resolved):
        return None, (_fault(line_of, "terms are told either by [terms.submission] or by resolved"),)
    if part.resolved:
        try:
            terms = msgspec.json.decode(part.resolved, type=Terms)
        except (msgspec.MsgspecError, RecursionError) as error:
            return None, (_fault(line_of, f"resolved does not hold terms: {error}"),)
        said = unlawful(terms)
        if said:
            return None, (_fault(line_of, f"the terms are not lawful: {said}"),)
    else:
        checked = check_data(part.submission, lambda path: line_of(("submission", *path)), in_force=True)
        if checked.terms is None:
            return None, checked.faults
        terms = _of_edition(checked.terms, part.edition)
        said = unlawful(terms)
        if said:
            return None, (_fault(line_of, f"the terms are not lawful: {said}"),)
    return _held(terms, part, game, line_of)


def _held(terms: Terms, part: HistoryTerms, game: str, line_of: LineOf) -> tuple[Terms | None, tuple[Fault, ...]]:
    """Whether the terms are of the game, and the digest theirs."""
    if terms.game != game and game in games():
        return None, (_fault(line_of, f"the history is of {game}, its terms are of {terms.game}"),)
    if terms.digest != part.digest:
        line = line_of(("digest",))
        return None, (Fault(line, "digest", f"these terms have the digest {terms.digest}", given=part.digest),)
    return terms, ()


def _of_edition(terms: Terms, edition: int) -> Terms:
    return replace(terms, edition=edition or UNSET)


def _letters(terms: Terms) -> bytes:
    return msgspec.json.encode(terms)


def _fault(line_of: LineOf, message: str) -> Fault:
    return Fault(line_of(()), "", message)
