"""Logs, figures, simulations and tasks know the folder of the game that they were made with: its version and the digest
of its files. Another one is refused by name; of a built-in game mended files are told and accepted."""

import json
from collections.abc import Callable, Generator
from pathlib import Path

import msgspec
import pytest

import pitboss
from games.copies import ID, change, tiger
from pitboss.cli.main import dispatch
from pitboss.odds import api as odds_api
from pitboss.odds import cache
from pitboss.odds.request import RowAsked
from pitboss.odds.result import WagerOdds
from pitboss.play.log import BadLog, Record, copied_header, header_line, lines, read_log, remark
from pitboss.play.replay import replay
from pitboss.rulebook.edition import Edition, difference, edition
from pitboss.rulebook.folders import BadFolder, bring, digest, release
from pitboss.rulebook.terms import Terms
from pitboss.simulation import api, cluster_task
from pitboss.simulation import run as runs
from pitboss.simulation.blocks import BLOCK, BlockSums, Job
from pitboss.simulation.cluster import order_for
from pitboss.simulation.cluster_task import WorkerAnswer, perform
from support import DRAGON

OTHER = "0123456789abcdef"
"""A digest that no folder has."""


def change_a_payment(place: Path) -> None:
    """One number of one paytable."""
    change(place / "book.toml", '"three_tigers", pays = 15', '"three_tigers", pays = 16')


def change_a_word(place: Path) -> None:
    """Something that is in no terms."""
    change(place / "game.py", "Tiger", "Another tiger")


def raise_the_version(place: Path) -> None:
    change(place / "book.toml", f'game = "{ID}"\n', f'game = "{ID}"\nversion = 2\n')


def again(place: Path, changed: Callable[[Path], object]) -> tuple[str, str]:
    """The folder is changed and brought anew; its digests before and after."""
    before = digest(ID)
    release(ID)
    changed(place)
    assert bring(place) == ID
    return before, digest(ID)


def played(game: str | Path) -> tuple[Terms, list[Record]]:
    """A round."""
    table = pitboss.open_table(game, shuffle_seed="demo")
    table.sit(1, "Ann")
    table.bet(1, ante=10, ante_bonus=10)
    table.close_bets()
    table.decide(1, "play")
    return table.rules.terms, table.log


# --- the rule ---------------------------------------------------------------------------------------------------------


def test_what_differs_and_what_is_refused(tmp_path: Path) -> None:
    bring(tiger(tmp_path / "tiger"))
    for game, refused in ((DRAGON, False), (ID, True)):
        here = edition(game)
        assert here == Edition(1, digest(game))
        assert difference(game, here) is None and difference(game, None) is None
        mended, newer = difference(game, Edition(1, OTHER)), difference(game, Edition(2, here.digest))
        assert mended is not None and newer is not None
        assert (mended.refused, newer.refused) == (refused, True)
        assert str(newer) == f"{game} version 2 (digest {here.digest}); here is version 1 (digest {here.digest})"


def test_what_carries_none_is_of_version_1(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    raise_the_version(place)
    bring(place)
    found = difference(ID, None)
    assert found is not None and found.refused
    assert str(found) == f"{ID} version 1 (digest not recorded); here is version 2 (digest {digest(ID)})"


def test_a_version_that_is_kept_is_not_refused(tmp_path: Path) -> None:
    """Only the one that the book names, whatever its files were; a log of it replays."""
    place = tiger(tmp_path / "tiger")
    terms, records = played(place)
    text = header_line(terms) + b"".join(lines(records))
    again(
        place,
        lambda where: change(where / "book.toml", f'game = "{ID}"\n', f'game = "{ID}"\nversion = 3\nkeeps = [1]\n'),
    )
    assert difference(ID, None) is None and difference(ID, Edition(1, OTHER)) is None
    second = difference(ID, Edition(2, OTHER))
    assert second is not None and second.refused
    assert read_log(text) == (terms, records)
    replay(*read_log(text))
    unknown = text.replace(b'"breakage"', b'"edition":2,"breakage"', 1)
    assert unknown != text
    with pytest.raises(BadLog, match="edition 2 of the game is not known"):
        read_log(unknown)


def test_versions_begin_with_1(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    change(place / "book.toml", f'game = "{ID}"\n', f'game = "{ID}"\nversion = 0\n')
    with pytest.raises(BadFolder, match=r"book\.toml line 4: `version` must be a whole number of at least 1, not 0"):
        bring(place)


# --- logs -------------------------------------------------------------------------------------------------------------


def test_a_log_carries_version_and_digest(tmp_path: Path) -> None:
    terms, records = played(tiger(tmp_path / "tiger"))
    first = json.loads(header_line(terms))
    assert first["edition"] == {"version": 1, "digest": digest(ID)} and len(digest(ID)) == 16
    assert list(first) == ["pitboss", "game", "terms", "edition"]
    text = header_line(terms) + b"".join(lines(records))
    assert read_log(text) == (terms, records) and remark(text) == ""


@pytest.mark.parametrize("changed", [change_a_payment, change_a_word, raise_the_version])
def test_a_log_of_another_folder_is_refused_by_name(tmp_path: Path, changed: Callable[[Path], None]) -> None:
    place = tiger(tmp_path / "tiger")
    terms, records = played(place)
    text = header_line(terms) + b"".join(lines(records))
    (tmp_path / "evening.log").write_bytes(text)
    before, after = again(place, changed)
    assert before != after
    version = 2 if changed is raise_the_version else 1
    told = f"made with {ID} version 1 (digest {before}); here is version {version} (digest {after})"
    with pytest.raises(BadLog) as caught:
        read_log(text)
    assert told in str(caught.value)
    with pytest.raises(BadLog):
        next(pitboss.replay_log(tmp_path / "evening.log"))


def test_the_command_refuses_it_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, log = tiger(tmp_path / "tiger"), tmp_path / "evening.log"
    terms, records = played(place)
    log.write_bytes(header_line(terms) + b"".join(lines(records)))
    assert dispatch(["replay", str(log)]) == 0
    capsys.readouterr()
    before, after = again(place, change_a_payment)
    assert dispatch(["replay", str(log)]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert f"was made with {ID} version 1 (digest {before}); here is version 1 (digest {after})" in said


def test_a_log_of_a_built_in_game_with_other_files_replays_and_is_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terms, records = played(DRAGON)
    log = tmp_path / "evening.log"
    text = copied_header(terms, Edition(1, OTHER)) + b"".join(lines(records))
    log.write_bytes(text)
    assert len(list(replay(*read_log(text)))) == len(records)
    told = f"made with {DRAGON} version 1 (digest {OTHER}); here is version 1 (digest {digest(DRAGON)})"
    assert told in remark(text)
    with pytest.warns(UserWarning, match="this log was made with"):
        assert len(list(pitboss.replay_log(log))) == len(records)
    assert dispatch(["replay", str(log)]) == 0
    assert told in " ".join(capsys.readouterr().err.split())


def test_another_version_of_a_built_in_game_is_refused() -> None:
    terms, records = played(DRAGON)
    text = copied_header(terms, Edition(2, digest(DRAGON))) + b"".join(lines(records))
    with pytest.raises(BadLog, match=rf"made with {DRAGON} version 2 \(digest .*\); here is version 1"):
        read_log(text)


def test_a_log_of_before_replays_in_silence() -> None:
    terms, records = played(DRAGON)
    text = copied_header(terms, None) + b"".join(lines(records))
    assert b'"edition"' not in text
    assert read_log(text) == (terms, records) and remark(text) == ""


@pytest.mark.parametrize("given", ['{"version":0,"digest":"0123456789abcdef"}', '{"version":1,"digest":"x"}', "{}"])
def test_an_edition_that_is_none_is_no_header(given: str) -> None:
    terms, _ = played(DRAGON)
    line = copied_header(terms, Edition(1, OTHER)).decode()
    changed = line.replace(json.dumps({"version": 1, "digest": OTHER}, separators=(",", ":")), given)
    assert changed != line
    with pytest.raises(BadLog, match="not a header"):
        read_log(changed.encode())


# --- figures in the cache ---------------------------------------------------------------------------------------------


def test_figures_of_a_changed_folder_are_worked_out_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tiger(tmp_path / "tiger")
    worked: list[str] = []
    work_out = odds_api.work_out

    def counted(row: RowAsked, *more: Callable[[float], None]) -> WagerOdds:
        worked.append(row.wager)
        return work_out(row, *more)

    monkeypatch.setattr(odds_api, "work_out", counted)
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "cache")

    def edge() -> tuple[object, int]:
        (found,) = pitboss.exact_odds(str(place), wager="three_card_bonus", paytable="A")
        return found.house_edge, len(worked)

    first, _ = edge()
    worked.clear()
    assert edge() == (first, 0), "from the cache"
    again(place, change_a_word)
    assert edge() == (first, 1), "the same figure, but not from the cache"
    again(place, change_a_payment)
    changed, times = edge()
    assert times == 2 and changed != first
    assert edge() == (changed, 2)


# --- simulations ------------------------------------------------------------------------------------------------------


class Stopped:
    """A worker that is interrupted after a block."""

    def results(self, job: Job, blocks: list[tuple[int, int]]) -> Generator[tuple[int, BlockSums], None, None]:
        yield from runs.Threads(1).results(job, blocks[:1])
        raise KeyboardInterrupt


def test_an_interrupted_run_of_another_folder_is_refused_by_name(tmp_path: Path) -> None:
    place = tiger(tmp_path / "tiger")
    what = api.prepare(api.default_terms(bring(place)), seed="editions")
    with pytest.raises(KeyboardInterrupt):
        api.conduct(what, 2 * BLOCK, Stopped(), keeper=api.Keeper(what.job))
    kept = runs.read(runs.place_of(what.job), what.job)
    assert (kept.done, kept.edition) == ([0], edition(ID))
    other = tiger(tmp_path / "lion", "lion-poker", "ZZ-LION", "ZL")
    bring(other)
    assert runs.read(runs.place_of(what.job), what.job).done == [0], "another game has nothing to do with it"
    before, after = again(place, change_a_word)
    told = rf"made with {ID} version 1 \(digest {before}\); here is version 1 \(digest {after}\)"
    with pytest.raises(runs.CannotResume, match=told):
        api.conduct(what, 2 * BLOCK, runs.Threads(1), resume=True)


# --- tasks for a cluster ----------------------------------------------------------------------------------------------


def test_a_worker_with_another_folder_refuses_the_task_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tiger(tmp_path / "tiger")
    job = api.prepare(api.default_terms(bring(place)), seed="editions").job
    order = msgspec.json.encode(order_for(job, [(0, 10)]))
    monkeypatch.setattr(cluster_task, "work", None)  # no block may be touched
    for changed in (change_a_payment, raise_the_version):
        _, after = again(place, changed)
        answer = msgspec.json.decode(perform(order), type=WorkerAnswer)
        assert answer.results == []
        assert (
            f"has {ID} version" in answer.refused and f"(digest {after}), and this is {ID} version 1" in answer.refused
        )
    release(ID)
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path / "nothing"))
    cluster_task.bring_games.cache_clear()
    answer = msgspec.json.decode(perform(order), type=WorkerAnswer)
    assert answer.results == [] and f"does not know the game '{ID}'" in answer.refused
    assert "nothing: there is no such folder" in answer.refused
    cluster_task.bring_games.cache_clear()


def test_a_worker_brings_the_folders_that_its_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tiger(tmp_path / "tiger")
    job = api.prepare(api.default_terms(bring(place)), seed="editions").job
    order = msgspec.json.encode(order_for(job, [(0, 10)]))
    release(ID)
    monkeypatch.setenv("PITBOSS_GAMES", str(place))
    cluster_task.bring_games.cache_clear()
    answer = msgspec.json.decode(perform(order), type=WorkerAnswer)
    assert answer.refused == "" and [(block, sums.rounds) for block, sums in answer.results] == [(0, 10)]
    cluster_task.bring_games.cache_clear()
