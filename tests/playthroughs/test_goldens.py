"""Golden playthroughs: two whole rounds of every game by every procedure, every event and what each person saw. A
change of behaviour shows as a difference in these files; `make goldens` writes them again."""

from pathlib import Path

import msgspec
import pytest

from pitboss.play.log import copied_header, lines, read_log
from pitboss.play.replay import replay
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table.flow import current
from support import LIR, PROCEDURES, SHIPPED, UTH, rules

GOLDENS = Path(__file__).parent / "goldens"
SEATS = (1, 2, 4)
RECORDED = SHIPPED


def played(game: str, procedure: str) -> tuple[Table, list[str]]:
    """Two rounds; the views of a player, of another player and of the dealer at every decision."""
    overrides = {"wagers": {"cover_all": {"offered": True}}} if (game, procedure) == (UTH, "automated_shoe") else {}
    bound = rules(game, procedure, **overrides)
    table = Table(bound, source=ShuffledDecks(bound.deck, seeded_stream(f"{game} {procedure}"))).open()
    seen: list[str] = []
    for seat in SEATS:
        table.sit(seat, f"P{seat}")
    for number in (1, 2):
        for seat in SEATS:
            for wager in bound.wagers:
                if not wager.later and (wager.compulsory or (seat + number) % 2 or wager.id == "progressive"):
                    table.do(f"player:P{seat}", a.PlaceWager(seat, wager.id, bound.limits(wager.id).minimum))
        table.close_bets()
        while (step := current(bound, table.state)) is not None and step.kind == "ask":
            seat = table.turn
            for who in ("player:P1", "player:P4", "dealer"):
                seen.append(
                    f"{table.state.round} {step.name} {seat} {who} " + msgspec.json.encode(table.view(who)).decode()
                )
            table.decide(seat, step.choices[(seat + number) % len(step.choices)].name)
    return table, seen


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("game", RECORDED)
def test_plays_as_recorded(game: str, procedure: str, request: pytest.FixtureRequest) -> None:
    table, seen = played(game, procedure)
    # Without the digest of the game's folder, as logs were before: a mended word is no other way to play.
    log = copied_header(table.rules.terms, None) + b"".join(lines(table.log))
    text = log.decode() + "\n".join(("# views", *seen)) + "\n"
    path = GOLDENS / f"{game}-{procedure}.txt"
    if request.config.getoption("--write-goldens"):
        GOLDENS.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    recorded = path.read_text(encoding="utf-8")
    assert text.splitlines() == recorded.splitlines()


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("game", RECORDED)
def test_recorded_logs_still_replay(game: str, procedure: str) -> None:
    """Every event of a recorded log is decided again and comes out the same."""
    text = (GOLDENS / f"{game}-{procedure}.txt").read_text(encoding="utf-8").split("# views")[0]
    terms, records = read_log(text.encode())
    last = list(replay(terms, records))[-1]
    assert last.state.round == 3
    assert game != LIR or last.state.meters
