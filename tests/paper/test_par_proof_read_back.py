"""What stands behind a PAR sheet: a simulation far from the exact odds is not called agreement, and the digests are
those of the files themselves."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

import pitboss
from paper.par_cases import terms_of
from paper.printed import DATA, DOCUMENTS, folder
from pitboss.api import exact_odds
from pitboss.cli.par import telling
from pitboss.games import rules_for
from pitboss.paper import par_proof as proof
from pitboss.paper.par_words import silent
from pitboss.rulebook.submission import default_submission
from pitboss.simulation import api
from pitboss.simulation.blocks import BlockSums
from support import GAMES

ROUNDS = 2_000
DRAGON = "dragon-poker"


def _simulated() -> dict[str, Any]:
    text = default_submission(DRAGON)
    rows = exact_odds(submission=text)
    return proof.simulation(rules_for(terms_of(text)), rows, ROUNDS, "x.toml", telling(), silent)


def test_a_simulation_near_the_exact_odds_agrees() -> None:
    found = _simulated()
    assert found["agrees"] is True
    assert found["conclusion"] == "Simulated and exact figures agree."
    assert {row[-1] for row in found["rows"]} <= {"agrees", "chance"}


@pytest.mark.parametrize("column", [0, 1, 2])
def test_a_simulation_far_from_the_exact_odds_does_not(column: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One wager is paid five times its stake too much in every round, while every round compared with the engine is the
    same."""
    conduct = api.conduct

    def planted(prepared: api.Prepared, *given: Any, **more: Any) -> BlockSums:
        sums = conduct(prepared, *given, **more)
        more_each = 5 * list(prepared.job.stakes.values())[column]
        sums.squares[column] += more_each * (2 * sums.totals[column] + ROUNDS * more_each)
        sums.totals[column] += ROUNDS * more_each
        return sums

    monkeypatch.setattr(api, "conduct", planted)
    found = _simulated()
    assert [row[-1] == "DIFFERS" for row in found["rows"]] == [place == column for place in range(3)]
    assert abs(float(found["rows"][column][4])) > 5
    assert any("every wager is the same" in said for said in found["said"])
    assert found["agrees"] is False
    assert found["conclusion"] == "Simulated and exact figures DIFFER by more than chance explains."


@pytest.mark.parametrize(("error", "furthest", "percent"), [(0.001, 4.0, 0.52816), (0.01, 3.29, 4.57155)])
def test_the_difference_that_would_have_been_seen(error: float, furthest: float, percent: float) -> None:
    """Nine of ten normal values lie below 1.28155 standard errors: a mean that is off by that much more than the
    furthest deviation allowed goes beyond it nine times in ten."""
    assert abs(float(proof.visible(error, furthest)) * 100 - percent) < 1e-4


def test_every_row_says_what_would_have_been_seen_and_more_rounds_see_more() -> None:
    found = _simulated()
    assert proof.POWER in found["said"] and "90%" in proof.POWER and proof.OFTEN == 0.9
    for row in found["rows"]:
        assert float(row[6].removesuffix("%")) / 100 > 3 * float(row[2])
    assert proof.ROUNDS == 10_000_000


# --- digests --------------------------------------------------------------------------------------------------------


def _digest(*files: Path) -> str:
    """SHA-256 over name, length and content of each file in the order of their paths."""
    said = hashlib.sha256()
    for file in sorted(files):
        content = file.read_bytes()
        said.update(f"{file.name} {len(content)}\n".encode() + content)
    return said.hexdigest()


@pytest.mark.parametrize("game", GAMES)
def test_the_digests_are_those_of_the_files_of_this_game(game: str) -> None:
    text = default_submission(game)
    said = dict(proof.versions(terms_of(text), text.encode(), "pitboss par x.toml"))
    document = DOCUMENTS[game]
    book = [folder(game) / name for name in ("book.toml", "clauses.csv", "options.toml", "readings.toml")]
    assert said[f"Data of the rulebook {document}"] == _digest(*book, DATA / "readings.toml", DATA / "options.toml")
    assert said["Shuffle (cards/shuffle.py)"] == _digest(Path(pitboss.__file__).parent / "cards" / "shuffle.py")
    assert said["Submission file"] == hashlib.sha256(text.encode()).hexdigest()


def test_every_digest_is_another() -> None:
    """But for those of sources, which the games share."""
    found = [proof.versions(terms_of(default_submission(game)), game.encode(), "x")[1:-1] for game in GAMES]
    ours = ("Data of the rulebook", "Terms of the table", "Submission file")
    alone = [row[1] for rows in found for row in rows if row[0].startswith(ours)]
    shared = [{row[1] for row in rows if not row[0].startswith(ours)} for rows in found]
    assert len(set(alone)) == len(alone) == 3 * len(GAMES)
    assert all(some == shared[0] for some in shared) and len(shared[0]) == len(found[0]) - 3 >= 2
    assert not shared[0] & set(alone)
