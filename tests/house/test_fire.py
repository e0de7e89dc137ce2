"""A few trials of every campaign of `make proof-fire` (`tests/fire`), and every fault it must notice; and the program
that runs them."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fire import run
from fire.campaign import Campaign, Place, Tally, noticed, place
from fire.campaigns import CAMPAIGNS
from fire.days import Days
from fire.page import page
from fire.stores import opened
from pitboss.house.trail.checkpoints import heads

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="houses are forked and watched as Linux does it")


@pytest.mark.parametrize("campaign", CAMPAIGNS, ids=lambda each: each.name)
def test_a_few_trials_hold_and_planted_faults_are_noticed(
    campaign: Campaign,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if lacking := campaign.lacks():
        monkeypatch.setattr(run, "CAMPAIGNS", (campaign,))
        assert run.main(["--state", str(tmp_path)]) == 0
        assert f"{campaign.name}: not run: {lacking}" in capsys.readouterr().err
        return
    with place(lambda: request.getfixturevalue("_postgres")) as where, campaign.ready(where) as ready:
        done = Counter[str]()
        for seed in campaign.suite:
            done += ready.trial(seed)
        assert done[campaign.unit] >= len(campaign.suite)
        assert [fault for fault in campaign.plants if not noticed(ready, fault)] == []


def test_one_seed_replays_a_day(tmp_path: Path) -> None:
    """One table, and two that share a meter: every row is the same again."""
    days = Days(tmp_path)

    def day(seed: int) -> dict[int, tuple[int, bytes]]:
        assert days.trial(seed)["days"] == 1
        with opened(f"sqlite:///{tmp_path / 'day.db'}") as engine, engine.connect() as conn:
            return heads(conn)

    first = {seed: day(seed) for seed in (3, 2)}
    assert {seed: len(each) for seed, each in first.items()} == {3: 2, 2: 3}, "with the house's own chain"
    assert {seed: day(seed) for seed in (3, 2)} == first


# --- the program ------------------------------------------------------------------------------------------------------


class Counting:
    """A campaign that counts, and breaks in its fourth trial."""

    def trial(self, seed: int) -> Tally:
        assert seed != 3, "three is too many"
        return Counter({"sheep": 10, "dogs": 1})

    def plant(self, fault: str) -> None:
        assert fault == "unnoticed", f"{fault} was noticed"


@contextmanager
def _counting(where: Place) -> Iterator[Counting]:
    assert where.folder.is_dir()
    yield Counting()


SHEEP = Campaign("sheep", "Counted sheep", "sheep", 100, (0,), "Sheep are counted.", {"wolf": "a wolf"}, _counting)


@pytest.fixture
def sheep(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    def go(*arguments: str, campaign: Campaign = SHEEP) -> tuple[int, Any]:
        monkeypatch.setattr(run, "CAMPAIGNS", (campaign,))
        monkeypatch.setattr("fire.page.CAMPAIGNS", (campaign, CAMPAIGNS[0]))
        code = run.main([*arguments, "--state", str(tmp_path / "kept")])
        return code, msgspec.json.decode((tmp_path / "kept" / "sheep.json").read_bytes(), type=run.Kept)

    return go


def test_a_run_is_stopped_and_gone_on_with(sheep: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, kept = sheep("--count", "20")
    assert (code, kept.trials, kept.tally, kept.failures) == (0, 2, {"sheep": 20, "dogs": 2}, [])
    assert kept.noticed == {"wolf": "wolf was noticed"}
    code, kept = sheep("--count", "50", "--resume", "--write", str(tmp_path / "page.md"))
    assert (code, kept.trials, kept.tally) == (1, 6, {"sheep": 50, "dogs": 5})
    assert kept.failures == [run.Failure(3, "three is too many")]
    assert "again: PYTHONPATH=src:tests python -m fire.run --only sheep --seed 3\n" in capsys.readouterr().out
    told = (tmp_path / "page.md").read_text("utf-8")
    assert f"| sheep | 100 sheep | 50 | 1 | 1 of 1 | 0 s | {kept.commit} |\n" in told
    assert f"\nNot run yet: {CAMPAIGNS[0].name}.\n" in told
    assert "* **Trial 3 broke**: three is too many\n" in told
    code, kept = sheep("--count", "20")
    assert (code, kept.trials) == (0, 2), "without --resume it begins anew"


def test_what_the_page_told_of_other_campaigns_stays(sheep: Any, tmp_path: Path) -> None:
    sheep("--count", "20", "--write", str(tmp_path / "page.md"))
    first = (tmp_path / "page.md").read_text("utf-8")
    assert page({}, first) == first
    _, more = sheep("--count", "30")
    later = page({"sheep": more}, first)
    assert "| 30 |" in later and "| 20 |" not in later and later.count("## Counted sheep") == 1
    assert page({}) == page({}, "another page altogether\n")


def test_a_run_of_another_product_is_not_gone_on_with(sheep: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sheep("--count", "20")
    real = run._git
    monkeypatch.setattr(run, "_git", lambda *words: "another" if words[-1] == "HEAD:src" else real(*words))
    assert sheep("--count", "10", "--resume")[1].tally == {"sheep": 10, "dogs": 1}


def test_another_product_goes_on_after_the_trials_of_the_page(
    sheep: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Both runs are told, each with its commit; whatever is written twice is told once."""
    file = tmp_path / "page.md"
    _, first = sheep("--count", "20", "--write", str(file))
    asked = {"HEAD:src": "another", "HEAD": "0123456789ab", "src": ""}
    monkeypatch.setattr(run, "_git", lambda *words: asked[words[-1]])
    further = ("--resume", "--further", str(file), "--write", str(file))
    _, kept = sheep("--count", "30", *further)
    assert (kept.first, kept.trials, kept.tally) == (2, 1, {"sheep": 10, "dogs": 1})
    code, kept = sheep("--count", "50", *further)
    assert (code, kept.first, kept.trials, kept.tally) == (1, 2, 4, {"sheep": 30, "dogs": 3})
    assert kept.failures == [run.Failure(3, "three is too many")]
    told = file.read_text("utf-8")
    commits = f"{first.commit} (20), 0123456789ab (30)"
    assert f"| sheep | 100 sheep | 50 | 1 | 1 of 1 | 0 s + 0 s | {commits} |\n" in told
    assert told.count(": 2 trials; 20 sheep, 2 dogs.\n") == 1
    assert told.count(": 4 trials from number 2 on; 30 sheep, 3 dogs.\n") == 1
    assert page({"sheep": kept}, told) == told
    shorn = msgspec.structs.replace(SHEEP, tells="Sheep are shorn.")
    assert sheep("--count", "10", *further, campaign=shorn)[1].first == 0, "that is another campaign"


def test_a_run_that_came_less_far_takes_no_place_unless_it_broke(sheep: Any, tmp_path: Path) -> None:
    sheep("--count", "20", "--write", str(tmp_path / "page.md"))
    told = (tmp_path / "page.md").read_text("utf-8")
    _, less = sheep("--count", "10")
    assert page({"sheep": less}, told) == told
    assert "| sheep | 100 sheep | 10 | 0 |" in page({"sheep": less}, "")
    less.failures.append(run.Failure(0, "a sheep is lost"))
    broken = page({"sheep": less}, told)
    assert "| sheep | 100 sheep | 10 | 1 |" in broken and "* **Trial 0 broke**: a sheep is lost\n" in broken


def test_what_nobody_foresaw_breaks_a_trial_and_not_the_campaign(sheep: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def trial(_: Counting, seed: int) -> Tally:
        if seed == 1:
            raise OSError("no room for sheep")
        return Counter({"sheep": 10})

    monkeypatch.setattr(Counting, "trial", trial)
    code, kept = sheep("--count", "20")
    assert (code, kept.trials, kept.tally) == (1, 3, {"sheep": 20})
    assert kept.failures == [run.Failure(1, "OSError: no room for sheep")]


def test_a_campaign_that_lacks_something_says_what(sheep: Any, capsys: pytest.CaptureFixture[str]) -> None:
    sheep("--count", "10")
    lame = msgspec.structs.replace(SHEEP, lacks=lambda: "it needs a shepherd")
    code, kept = sheep("--count", "20", campaign=lame)
    assert (code, kept.tally) == (0, {"sheep": 10, "dogs": 1}), "what it did before stays"
    assert "sheep: not run: it needs a shepherd\n" in capsys.readouterr().err


def test_a_campaign_that_does_something_else_by_now_begins_anew(sheep: Any) -> None:
    sheep("--count", "20")
    shorn = msgspec.structs.replace(SHEEP, tells="Sheep are shorn.")
    assert sheep("--count", "10", "--resume", campaign=shorn)[1].tally == {"sheep": 10, "dogs": 1}


def test_a_fault_that_is_not_noticed_breaks_a_campaign(sheep: Any) -> None:
    blind = msgspec.structs.replace(SHEEP, plants={"unnoticed": "a wolf in disguise"})
    code, kept = sheep("--count", "10", campaign=blind)
    assert (code, kept.noticed, kept.failures) == (1, {"unnoticed": ""}, [])
    assert "* Planted: a wolf in disguise. **Not noticed.**\n" in page({"sheep": kept})


def test_one_trial_again(sheep: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(run, "CAMPAIGNS", (SHEEP,))
    assert run.main(["--only", "sheep", "--seed", "2"]) == 0
    assert capsys.readouterr().out == "{'sheep': 10, 'dogs': 1}\n"
    with pytest.raises(AssertionError, match="three is too many"):
        run.main(["--only", "sheep", "--seed", "3"])
    with pytest.raises(SystemExit):
        run.main(["--seed", "3"])
