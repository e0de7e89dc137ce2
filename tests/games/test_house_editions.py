"""A house and its audit know the folder of the game that a table was opened with."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, Engine

from games.copies import ID, tiger
from games.test_editions import OTHER, again, change_a_payment, change_a_word, raise_the_version
from house.audit_support import Player
from house.server_support import served
from pitboss.house.audit.export import Log
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.replaying import rebuild
from pitboss.house.audit.terms import opened
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.audit.verify import verify
from pitboss.house.live import openings
from pitboss.house.live.restart import CannotRestore
from pitboss.house.live.table import Done
from pitboss.house.store.opening import open_store, snapshot
from pitboss.play.log import BadLog, read_log, remark
from pitboss.play.replay import replay as decide_again
from pitboss.rulebook.edition import Edition, edition
from pitboss.rulebook.folders import bring, digest, release
from pitboss.rulebook.submission import check, default_submission
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from support import DRAGON

Seen = TypeVar("Seen")


def terms_of(game: str) -> Terms:
    found = check(default_submission(game)).terms
    assert found is not None
    return found


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'house.db'}"


def play(folder: Path, game: str) -> None:
    """A house with a table at which a round was played."""

    async def evening() -> None:
        player = Player(url(folder), folder)
        await player.start()
        table = await player.open(terms_of(game))
        await player.house.cage.practise("Ann", 500_000, "player:Ann", act_id="b1")
        await player.sit(table, "Ann")
        await player.round(table, "Ann")
        player.house.close()

    asyncio.run(evening())


def started(folder: Path, then: Callable[[Player], Awaitable[None]] | None = None) -> None:
    """The same house again."""

    async def again() -> None:
        player = Player(url(folder), folder, lambda number: bytes([number]) * 32)
        player.now += 1_000_000
        try:
            await player.start()
            if then is not None:
                await then(player)
        finally:
            player.house.close()

    asyncio.run(again())


def looked_at(folder: Path, look: Callable[[Connection], Seen]) -> Seen:
    engine: Engine = open_store(url(folder), read_only=True)
    try:
        with snapshot(engine) as conn:
            return look(conn)
    finally:
        engine.dispose()


def verified(folder: Path) -> Findings:
    return looked_at(folder, verify)


def exported(folder: Path) -> bytes:
    return looked_at(folder, lambda conn: b"".join(Log(conn, 1).lines()))


@pytest.mark.parametrize("changed", [change_a_payment, change_a_word, raise_the_version])
def test_a_table_of_another_folder_is_not_taken_up(tmp_path: Path, changed: Callable[[Path], None]) -> None:
    place = tiger(tmp_path / "tiger")
    play(tmp_path, bring(place))
    text = (place / "book.toml").read_bytes(), (place / "game.py").read_bytes()
    before, after = again(place, changed)
    version = 2 if changed is raise_the_version else 1
    told = (
        f"table 'Tiger Poker 1' cannot be taken up: it was opened with {ID} version 1 (digest {before}); "
        f"here is version {version} (digest {after}); start the house with the folder of then"
    )
    with pytest.raises(CannotRestore) as caught:
        started(tmp_path)
    assert str(caught.value).startswith(told)

    def as_it_was(place: Path) -> None:
        (place / "book.toml").write_bytes(text[0])
        (place / "game.py").write_bytes(text[1])

    again(place, as_it_was)
    started(tmp_path)  # nothing was lost


def test_a_served_house_says_so_when_it_starts(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    with served(tmp_path / "house", games=(place,)):
        pass
    release(ID)
    change_a_payment(place)
    told = rf"'Tiger Poker 1' cannot be taken up: it was opened with {ID} version 1 \(digest \w+\); here is version 1"
    with pytest.raises(CannotRestore, match=told), served(tmp_path / "house", games=(place,)):
        pass


def test_a_closed_table_leaves_the_house_free(tmp_path: Path) -> None:
    """With the folder of then the table can be closed; the new folder opens a new one."""
    place = tiger(tmp_path / "tiger")
    play(tmp_path, bring(place))

    async def close(player: Player) -> None:
        table = player.house.tables[1]
        assert isinstance(await table.act("player:Ann", a.LeaveSeat(1), "leaves"), Done)
        assert isinstance(await player.house.close_table(table, "manager:Max", "a new version", "closes"), Done)

    started(tmp_path, close)
    again(place, raise_the_version)

    async def open_anew(player: Player) -> None:
        table = await player.open(replace(terms_of(ID), table="Tiger Poker 2"))
        assert table.fixed.edition == Edition(2, digest(ID))

    started(tmp_path, open_anew)


# --- the audit --------------------------------------------------------------------------------------------------------


def test_an_audit_with_another_folder_says_so(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    play(tmp_path, bring(place))
    assert verified(tmp_path).found == []
    before, after = again(place, change_a_payment)
    other = f"table 1 was opened with {ID} version 1 (digest {before}); here is version 1 (digest {after})"
    found = [each.text for each in verified(tmp_path).found]
    assert len(found) == 1 and found[0].startswith(other) and "checked by their hashes alone" in found[0]
    with pytest.raises(AuditTrouble) as caught:
        looked_at(tmp_path, lambda conn: rebuild(conn, 1, 1))
    assert caught.value.code == "other_game" and str(caught.value).startswith(other)
    with pytest.raises(BadLog, match=rf"made with {ID} version 1 \(digest {before}\); here is version 1"):
        read_log(exported(tmp_path))


def test_files_of_a_built_in_game_that_were_mended_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not refused: the table goes on, its trail verifies, its log replays."""
    with monkeypatch.context() as then:
        then.setattr(openings, "edition", lambda game: Edition(1, OTHER))
        play(tmp_path, DRAGON)
    found = verified(tmp_path)
    told = f"opened with {DRAGON} version 1 (digest {OTHER}); here is version 1 (digest {digest(DRAGON)})"
    assert found.found == [] and any(told in note for note in found.notes)
    log = exported(tmp_path)
    assert len(list(decide_again(*read_log(log)))) > 10 and OTHER in remark(log)
    with served(tmp_path, log_level="warning") as house:
        assert house.running.house.tables[1].fixed.edition == Edition(1, OTHER), "it goes on"
    assert told in capfd.readouterr().err


def test_another_version_of_a_built_in_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(openings, "edition", lambda game: Edition(2, digest(DRAGON)))
        play(tmp_path, DRAGON)
    with pytest.raises(CannotRestore, match=rf"opened with {DRAGON} version 2 \(digest \w+\); here is version 1"):
        started(tmp_path)
    assert "version 2" in verified(tmp_path).found[0].text


def test_a_table_without_an_edition_is_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(openings, "edition", lambda game: None)
        play(tmp_path, DRAGON)
    row, body = looked_at(tmp_path, lambda conn: opened(conn, 1))
    assert body.edition is None and b'"edition"' not in row.body
    found = verified(tmp_path)
    assert found.found == [] and not any("opened with" in note for note in found.notes)
    started(tmp_path)
    assert b'"edition"' not in exported(tmp_path).partition(b"\n")[0]


def test_a_trail_and_its_export_carry_the_edition(tmp_path: Path) -> None:
    play(tmp_path, DRAGON)
    assert f'"edition":{{"version":1,"digest":"{edition(DRAGON).digest}"}}'.encode() in exported(tmp_path)
