"""A store as the program wrote it has nothing wrong with it; what could not be looked at is said."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from house.audit_support import Evening, Player, terms
from pitboss.house.audit.findings import MOST, MOST_ALIKE, Findings
from pitboss.house.audit.verify import verify
from pitboss.house.live import draft
from pitboss.house.money import entries
from pitboss.house.store.backup import backup
from pitboss.house.store.opening import open_store, snapshot
from pitboss.house.trail import checkpoints
from pitboss.house.trail.checkpoints import heads
from pitboss.table import engine


def test_an_untouched_store_is_clean(played: Evening) -> None:
    with played.reading() as conn:
        found = played.verify(conn)
    assert (found.found, found.total, found.notes) == ([], 0, [])
    assert (found.chains, found.rounds) == (7, 10)
    assert found.rows > 300


def test_without_the_keys_only_the_open_round_is_not_looked_at(played: Evening) -> None:
    with played.reading() as conn:
        found = verify(conn, public_key=played.keys.public, checkpoints_file=played.file)
    assert found.clean
    open_round, sealed = found.notes
    assert open_round.startswith("table 6: the cards of the open round 2 were not looked at")
    assert "sealed seeds" in sealed


def test_what_was_not_given_is_said(played: Evening) -> None:
    with played.reading() as conn:
        found = verify(conn)
    assert found.clean
    assert any("no key was given" in note for note in found.notes)
    assert any("no checkpoints kept elsewhere" in note for note in found.notes)


def test_a_backup_can_be_verified_too(played: Evening, tmp_path: Path) -> None:
    backup(played.engine, tmp_path / "copy.db")
    engine = open_store(str(tmp_path / "copy.db"), make=False, read_only=True)
    try:
        with snapshot(engine) as conn:
            found = played.verify(conn)
    finally:
        engine.dispose()
    assert (found.found, found.rounds) == ([], 10)


def test_progress_reaches_its_end(played: Evening) -> None:
    told: list[tuple[int, int]] = []
    with played.reading() as conn:
        found = played.verify(conn, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (2 * found.rows, 2 * found.rows)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_another_public_key_is_a_finding(played: Evening) -> None:
    with played.reading() as conn:
        found = verify(conn, public_key="0" * 64, checkpoints_file=played.file)
    assert any("bad signature" in each.text for each in found.found)


def test_a_file_of_checkpoints_that_is_none_is_a_finding(played: Evening, tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"nonsense\n")
    with played.reading() as conn:
        found = played.verify(conn, checkpoints_file=tmp_path / "kept")
    assert [each.text for each in found.found] == ["the checkpoints in kept cannot be read: line 1 is not a checkpoint"]


def _texts(played: Evening, file: Path) -> list[str]:
    with played.reading() as conn:
        return [each.text for each in played.verify(conn, checkpoints_file=file).found]


def test_a_file_of_checkpoints_that_says_nothing_is_a_finding(played: Evening, tmp_path: Path) -> None:
    file, whole = tmp_path / "kept", played.file.read_bytes()
    assert _texts(played, file) == ["the file of checkpoints kept is missing"]
    file.write_bytes(b"")
    assert _texts(played, file) == ["the file of checkpoints kept is empty"]
    lines = whole.splitlines(keepends=True)
    file.write_bytes(lines[0][:20])
    torn = "the last line of kept is torn; a house that starts mends it"
    assert _texts(played, file) == [torn, "the file of checkpoints kept is empty"]
    file.write_bytes(whole[:-9])
    assert _texts(played, file) == [torn]
    file.write_bytes(whole)
    assert _texts(played, file) == []


def test_a_file_that_was_cut_is_a_finding(played: Evening) -> None:
    """The last checkpoint may be on its way into the file; that two are missing there is no accident."""
    held = checkpoints.read_file(played.file)
    expected = (0, 1)
    with played.changing() as conn:
        for findings in expected:
            made = checkpoints.make(played.keys, held[-1].number + 1, 1, heads(conn), held[-1])
            checkpoints.insert(conn, made)
            held.append(made)
            found = played.verify(conn).found
            assert len(found) == findings
    assert found[0].text.startswith(f"{played.file.name} ends with checkpoint 2, the store has 4: it was cut")


def test_a_store_without_any_checkpoint_is_a_finding(played: Evening) -> None:
    with played.changing() as conn:
        conn.exec_driver_sql("DELETE FROM checkpoints")
        found = played.verify(conn, checkpoints_file=None)
        assert [each.text for each in found.found] == [
            f"the store has {found.rows} rows and no checkpoint: a house that runs signs some at once"
        ]


def test_a_store_that_never_ran_needs_none(sqlite_url: str, tmp_path: Path) -> None:
    engine = open_store(sqlite_url)
    try:
        with snapshot(engine) as conn:
            assert verify(conn, checkpoints_file=tmp_path / "kept").clean
    finally:
        engine.dispose()


def test_findings_are_bounded_and_counted() -> None:
    found = Findings()
    for number in range(MOST_ALIKE + 10):
        found.add(f"line {number}", 1, kind="alike")
    assert (len(found.found), found.total, found.left_out) == (MOST_ALIKE, MOST_ALIKE + 10, 10)
    for number in range(2 * MOST):
        found.add(f"other {number}")
    assert len(found.found) == MOST
    assert found.total == MOST_ALIKE + 10 + 2 * MOST


# --- faults planted in the program itself: what it derives now is not what was written then -------------------------


def _dropping(kind: str) -> Any:
    real = entries.book

    def book(*given: Any) -> Any:
        made = real(*given)
        made.postings = [posting for posting in made.postings if not posting.why.startswith(kind)]
        return made

    return book


@pytest.mark.parametrize("kind", ["WagerSettled", "ContributionPosted", "MeterPaid", "WagerPlaced"])
def test_money_that_is_derived_differently_is_found(
    played: Evening, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(draft, "book", _dropping(kind))
    with played.reading() as conn:
        found = played.verify(conn)
    assert any(each.text.startswith("a posting of chain") for each in found.found)


def test_rounds_that_are_tallied_differently_are_found(played: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "tallied", lambda tally, events, booked, after: tally)
    with played.reading() as conn:
        found = played.verify(conn)
    assert any("a round of chain 1" in each.text and "wagered" in each.text for each in found.found)
    assert any("a hand of chain 1" in each.text for each in found.found)


def test_rules_that_decide_differently_are_found(played: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    real = engine.step

    def step(rules: Any, state: Any, act: Any) -> Any:
        outcome = real(rules, state, act)
        if isinstance(outcome, tuple) and type(act.action).__name__ == "SettleHand":
            return outcome[0][:-1], outcome[1]
        return outcome

    monkeypatch.setattr(draft, "step", step)
    with played.reading() as conn:
        found = played.verify(conn)
    assert any("its body is not what follows" in each.text for each in found.found)


def test_a_house_that_goes_on_meanwhile_is_clean(store_url: str, tmp_path: Path) -> None:
    """It signs three more checkpoints while the rows are looked at: the store as it was when the reading began does not
    have them, the file has. The same file before anybody looked would be that of a store that was cut."""
    player = Player(store_url, tmp_path)

    def looked(progress: Callable[[int, int], None] | None = None) -> list[str]:
        with snapshot(player.house.engine) as conn:
            found = verify(conn, keys=player.keys, checkpoints_file=player.file, progress=progress)
        return [each.text for each in found.found]

    async def scene() -> None:
        house = await player.start()
        await player.open(terms("let-it-ride"))
        player.checkpoint()
        signed: list[int] = []

        def goes_on(done: int, total: int) -> None:
            if not signed:
                signed.extend(range(3))
                for _ in signed:
                    player.checkpoint()

        assert looked(goes_on) == []
        assert signed and looked() == []
        with player.house.engine.connect() as conn:
            last = checkpoints.last(conn)
        assert last is not None
        checkpoints.append_to(player.file, checkpoints.make(player.keys, last.number + 1, 1, {}, last))
        assert any("the store no longer has it" in text for text in looked())
        house.close()

    asyncio.run(scene())
