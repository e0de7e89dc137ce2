"""What everybody at the table hears of an event."""

from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.views import tell
from support import TOP5, accepted, seated, table, to


def test_a_report_is_told_without_the_words_of_the_reporter() -> None:
    """They may name a card that lies face down, or a person; those who rule on it read them elsewhere."""
    t = to(seated(table(TOP5), 1, 2), "decide")
    note = "she showed the ace of hearts to position 2"
    first, *_ = accepted(t, "dealer", a.Report("violation", seat=1, detail=note))
    assert isinstance(first, e.Irregularity) and first.detail == note, "the record has it"
    for who in ("player:P2", "dealer", "floorperson", "guest"):
        told = tell(first, who)
        assert told is not None
        assert set(told.facts) == {"kind", "consequence", "clause", "seat", "reading"}
        assert note not in str(told)
