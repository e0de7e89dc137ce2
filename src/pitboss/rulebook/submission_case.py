"""A submission under examination: what was given, the book it is held against, and the report."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.rulebook.book import Book
from pitboss.rulebook.folders import OURS, found
from pitboss.rulebook.submission_faults import FaultList, Path
from pitboss.rulebook.submission_options import options_of

if TYPE_CHECKING:
    from pitboss.rulebook.submission_shape import Shape, WagerPart

PROCEDURE: Path = ("dealing", "procedure")
SHUFFLER: Path = ("dealing", "shuffler")


@dataclass(frozen=True)
class Case:
    book: Book
    given: "Shape"
    cites: dict[str, str]
    report: FaultList
    in_force: bool = False
    """Whether these are terms that were accepted once: what is asked of new ones only is not asked of them."""

    def cite(self, word: str) -> str:
        """The clause of the book behind what is decided here; nothing where it has none."""
        return self.cites.get(word, "")

    @property
    def brought(self) -> bool:
        """Whether an operator brings the game itself, and no built-in rulebook has it."""
        return found(self.book.game).origin != OURS

    @property
    def families(self) -> tuple[str, ...]:
        """What a submission can name under [wagers], in the book's order; wagers that share a paytable are one."""
        return tuple(dict.fromkeys(w.family for w in self.book.wagers))

    @property
    def metered(self) -> str:
        """The wager that feeds the meters; empty where the game has none."""
        return next((w.family for w in self.book.wagers if w.metered), "")

    @property
    def meter_offered(self) -> bool:
        return bool(self.metered) and self.offered(self.metered)

    def part(self, family: str) -> "WagerPart | None":
        return self.given.wagers.get(family)

    def offered(self, family: str) -> bool:
        """Compulsory and later wagers always; others if named and not switched off, or if the rulebook's own text
        offers them unless the operator says no (D-12)."""
        if not self.optional(family):
            return True
        part = self.part(family)
        return part.offered if part else self._offered_unless_refused(family)

    def optional(self, family: str) -> bool:
        return all(w.optional_offer for w in self.book.wagers if w.family == family)

    def _offered_unless_refused(self, family: str) -> bool:
        own = [o for o in options_of(self.book.game) if o.name == family and o.section == "wagers"]
        if own:
            return own[0].values[0] == "on"
        return not any(wager.unoffered for wager in self.book.wagers if wager.family == family)
