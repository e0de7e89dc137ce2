"""Forgers who know the program: they compute the hashes anew, and mend what is derived. What they do after the last
signature only derivation can find; what was signed the checkpoints find."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, update

from house.audit_support import Evening, rehash
from house.stores import drawn
from pitboss.house.audit import export, proofs, recall, replaying, sheets
from pitboss.house.audit.books import check_books
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.store import schema
from pitboss.house.trail import checkpoints
from pitboss.house.trail.archived import Away
from pitboss.house.trail.checkpoints import heads
from pitboss.house.trail.rows import head

T, P = schema.trail.c, schema.postings.c


def _bodies(conn: Connection, chain: int, part: str) -> list[tuple[int, dict[str, Any]]]:
    found = conn.execute(select(T.number, T.body).where(T.chain == chain).order_by(T.number)).all()
    return [(number, json.loads(bytes(body))) for number, body in found if part.encode() in bytes(body)]


def _put(conn: Connection, chain: int, number: int, body: Any) -> None:
    """The changed row, with hashes that fit again."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    conn.execute(update(schema.trail).where(T.chain == chain, T.number == number).values(body=text))
    rehash(conn, chain, number)


def _signed_anew(conn: Connection, played: Evening) -> Any:
    """As a forger would do it who has the keys: the store as it is now is signed, and nothing was kept elsewhere."""
    conn.execute(delete(schema.checkpoints))
    checkpoints.insert(conn, checkpoints.make(played.keys, 1, 1_700_000_000_000, heads(conn), None))
    return verify(conn, keys=played.keys)


def _events(body: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [event for event in body["events"] if event["is"] == kind]


def test_a_forger_who_changes_nothing_is_not_found(played: Evening) -> None:
    """The tools of this file do no harm by themselves."""
    with played.changing() as conn:
        number, body = _bodies(conn, 1, '"WagerSettled"')[0]
        _put(conn, 1, number, body)
        for chain in range(7):
            rehash(conn, chain)
        assert _signed_anew(conn, played).clean
    with played.changing() as conn:
        rehash(conn, 3)
        assert played.verify(conn).clean


def _change_wager(body: dict[str, Any]) -> None:
    body["act"]["cents"] += 500
    _events(body, "WagerPlaced")[0]["cents"] += 500


def _change_payment(body: dict[str, Any]) -> None:
    _events(body, "WagerSettled")[0]["won"] += 500


def _change_decision(body: dict[str, Any]) -> None:
    body["act"]["choice"] = _events(body, "Decided")[0]["choice"] = "fold"


def _change_card(body: dict[str, Any]) -> None:
    body["act"]["cards"][0] = body["act"]["cards"][1]
    body["events"][0]["cards"][0] = body["act"]["cards"][1]


def _change_cut(body: dict[str, Any]) -> None:
    body["act"]["depth"] = _events(body, "CardsCut")[0]["depth"] = 20


def _change_seed(body: dict[str, Any]) -> None:
    body["seed"] = "another seed"


def _change_reveal(body: dict[str, Any]) -> None:
    body["seed"] = "11" * 32


def _change_ending(body: dict[str, Any]) -> None:
    body["ending"] = "voided"


def _change_commitment(body: dict[str, Any]) -> None:
    body["commitment"] = "22" * 32


def _change_act_commitment(body: dict[str, Any]) -> None:
    body["act"]["commitment"] = _events(body, "CardsShuffled")[0]["commitment"] = "22" * 32


def _change_fingerprint(body: dict[str, Any]) -> None:
    body["state"] = "33" * 32


def _change_chips(body: dict[str, Any]) -> None:
    body["cents"] += 100


def _change_player(body: dict[str, Any]) -> None:
    body["act"]["player"] = _events(body, "SeatTaken")[0]["player"] = "Eve"


def _change_house(body: dict[str, Any]) -> None:
    body["seq"] += 1


FORGERIES = {
    "a wager": (1, '"PlaceWager"', _change_wager),
    "a payment": (1, '"WagerSettled"', _change_payment),
    "a decision": (1, '"Decided"', _change_decision),
    "a card": (1, '"DealCards"', _change_card),
    "a cut": (1, '"CardsCut"', _change_cut),
    "a seat's seed": (1, "my better seed", _change_seed),
    "a revealed seed": (2, '"ending"', _change_reveal),
    "an ending": (2, '"settled"', _change_ending),
    "a commitment": (3, '{"shuffle":2,"deck":1,"commitment"', _change_commitment),
    "the commitment in an act": (3, '"CardsShuffled"', _change_act_commitment),
    "a fingerprint": (2, '"TableCleared"', _change_fingerprint),
    "a fill": (1, "chips are low", _change_chips),
    "a player": (4, '"TakeSeat"', _change_player),
    "a number": (5, '"OpenRound"', _change_house),
    "a meter's reading": (2, '"PostContributions"', lambda body: body["act"]["meters"][0].__setitem__(1, 1)),
    "a card set aside": (1, '"CardSetAside"', lambda body: body["act"]["cards"].__setitem__(0, "As")),
    "terms": (6, '"AdoptTerms"', lambda body: body["act"]["terms"].__setitem__("operator", "Eve")),
    "a wager of the open round": (6, '"cents":500', _change_wager),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_row_with_new_hashes_is_found_by_derivation_alone(played: Evening, what: str) -> None:
    chain, part, change = FORGERIES[what]
    with played.changing() as conn:
        number, body = _bodies(conn, chain, part)[-1]
        change(body)
        _put(conn, chain, number, body)
        assert head(conn, chain)[0] >= number
        found = _signed_anew(conn, played)
    assert not any("hash" in each.text for each in found.found)
    assert any(each.chain == chain for each in found.found)


def test_a_round_given_another_number_is_found(played: Evening) -> None:
    with played.changing() as conn:
        conn.execute(update(schema.trail).where(T.chain == 2, T.round == 2).values(round=7))
        rehash(conn, 2)
        assert not _signed_anew(conn, played).clean


@pytest.mark.parametrize(("chain", "kind"), [(1, "act"), (1, "reveal"), (2, "commitment"), (1, "fill"), (1, "seed")])
def test_a_row_taken_out_and_the_others_renumbered_is_found(played: Evening, chain: int, kind: str) -> None:
    """The row and what is derived from it vanish; the rows after it move up, with new hashes."""
    with played.changing() as conn:
        numbers = (
            conn.execute(select(T.number).where(T.chain == chain, T.kind == kind).order_by(T.number)).scalars().all()
        )
        gone = numbers[len(numbers) // 2]
        for table, column in ((schema.postings, P.number), (schema.trail, T.number)):
            conn.execute(delete(table).where(table.c.chain == chain, column == gone))
            last = conn.execute(select(column).where(table.c.chain == chain).order_by(column.desc())).scalars().first()
            for number in range(gone + 1, (last or 0) + 1):
                conn.execute(update(table).where(table.c.chain == chain, column == number).values(number=number - 1))
        rehash(conn, chain, gone)
        assert not _signed_anew(conn, played).clean


def _forge_buy_in(conn: Connection) -> None:
    """A buy-in of Ann's is a thousand dollars more, wherever it stands: consistent in itself."""
    number, body = next((n, b) for n, b in _bodies(conn, 0, "patron:Ann") if b.get("to") == "patron:Ann")
    body["cents"] += 100_000
    body["postings"] = [["outside", -body["cents"], "buy_in"], ["patron:Ann", body["cents"], "buy_in"]]
    _put(conn, 0, number, body)
    for line, cents in ((1, -body["cents"]), (2, body["cents"])):
        change = update(schema.postings).where(P.chain == 0, P.number == number, P.line == line)
        conn.execute(change.values(cents=cents))
    a = schema.accounts.c
    conn.execute(update(schema.accounts).where(a.name == "patron:Ann").values(balance=a.balance + 100_000))
    conn.execute(update(schema.accounts).where(a.name == "outside").values(balance=a.balance - 100_000))


def test_a_forgery_that_fits_everywhere_is_found_by_the_checkpoints_in_the_store(played: Evening) -> None:
    with played.changing() as conn:
        _forge_buy_in(conn)
        found = verify(conn, keys=played.keys)
        texts = [each.text for each in found.found]
        assert texts and all(text.startswith("in the store: row") for text in texts)
        # Nothing but a signature can find it: signed anew the store is as good as another.
        assert _signed_anew(conn, played).clean


def test_a_forger_who_drops_the_checkpoints_is_found_by_those_kept_elsewhere(played: Evening) -> None:
    with played.changing() as conn:
        _forge_buy_in(conn)
        conn.execute(delete(schema.checkpoints))
        texts = [each.text for each in played.verify(conn).found]
    assert any("is not the row that checkpoint 2 signed" in text for text in texts)
    assert any("was kept elsewhere, but the store no longer has it" in text for text in texts)


def test_a_forger_with_keys_of_his_own_is_found_by_the_key_of_the_house(played: Evening, tmp_path: Path) -> None:
    own = Keys.load(tmp_path / "own", make=True)
    with played.changing() as conn:
        _forge_buy_in(conn)
        conn.execute(delete(schema.checkpoints))
        checkpoints.insert(conn, checkpoints.make(own, 1, 1_700_000_000_000, heads(conn), None))
        assert verify(conn).clean  # who knows no key cannot tell
        found = verify(conn, public_key=played.keys.public)
    assert any("not the key of the house" in each.text for each in found.found)


def test_the_end_of_the_house_cut_off_with_all_that_follows_from_it_is_found(played: Evening) -> None:
    """The last transfer never happened, in trail, books and balances alike."""
    a = schema.accounts.c
    with played.changing() as conn:
        last = head(conn, 0)[0]
        lines = conn.execute(select(P.account, P.cents).where(P.chain == 0, P.number == last)).all()
        assert len(lines) == 2
        conn.execute(delete(schema.postings).where(P.chain == 0, P.number == last))
        conn.execute(delete(schema.trail).where(T.chain == 0, T.number == last))
        for account, cents in lines:
            conn.execute(update(schema.accounts).where(a.name == account).values(balance=a.balance - cents))
        conn.execute(delete(schema.accounts).where(a.name == "reserve:2/Progressive"))
        assert any(f"chain 0 has no row {last} any more" in each.text for each in played.verify(conn).found)
        assert _signed_anew(conn, played).clean


def test_without_the_keys_a_sealed_seed_cannot_be_judged(played: Evening) -> None:
    s = schema.shuffles.c
    with played.changing() as conn:
        conn.execute(update(schema.shuffles).where(s.chain == 6, s.status == "open").values(sealed=bytes(60)))
        assert verify(conn, public_key=played.keys.public, checkpoints_file=played.file).clean
        found = played.verify(conn)
    assert any("cannot be opened" in each.text for each in found.found)


# --- terms ------------------------------------------------------------------------------------------------------------


def test_terms_approved_by_the_one_who_proposed_them_are_found(played: Evening) -> None:
    with played.changing() as conn:
        number, _ = _bodies(conn, 0, '"what":"approved"')[0]
        conn.execute(
            update(schema.trail).where(T.chain == 0, T.number == number).values(by="supervisor:max", person="max")
        )
        rehash(conn, 0)
        conn.execute(update(schema.proposals).values(approved_by="supervisor:max"))
        texts = [each.text for each in _signed_anew(conn, played).found]
    assert texts == [f"row {number} of chain 0 approves terms that the same person proposed"]


def test_terms_that_nobody_approved_are_found(played: Evening) -> None:
    """The rows about the approval tell of something else now."""
    with played.changing() as conn:
        for number, body in _bodies(conn, 0, '"proposal"'):
            if body.get("what") in ("approved", "adopted"):
                body = {"handle": "", "what": "failed"}
                conn.execute(update(schema.trail).where(T.chain == 0, T.number == number).values(kind="session"))
                _put(conn, 0, number, body)
        conn.execute(update(schema.proposals).values(status="proposed", approved_by=None, approved_at=None))
        texts = [each.text for each in _signed_anew(conn, played).found]
    assert len(texts) == 1
    assert texts[0].endswith("of chain 6 adopts terms that no two people agreed on")


def test_unlawful_terms_are_found(played: Evening) -> None:
    """A table that was opened with a limit no submission could have given, wherever it stands."""
    with played.changing() as conn:
        _, body = _bodies(conn, 5, '"links"')[0]
        body["terms"]["positions"] = 99
        _put(conn, 5, 1, body)
        texts = [each.text for each in _signed_anew(conn, played).found]
    assert any(text.startswith("row 1 of chain 5: the terms are not lawful") for text in texts)


def test_a_shoe_whose_key_is_not_in_the_trail_is_found(played: Evening) -> None:
    with played.changing() as conn:
        conn.execute(schema.feeds.insert().values(chain=1, token=b"mine"))
        texts = [each.text for each in played.verify(conn).found]
    assert texts == ["the key of the shoe at table 1 is not the one that the trail tells of"]


# --- nonsense ---------------------------------------------------------------------------------------------------------

NONSENSE: list[Any] = [None, -1, 2**63, 10**30, "", "x", "#0:AAAAAAAAAAAAAAAAAAAAAA", [], {}, [1], True, 1.5]
NONSENSE += ["00" * 32, "Ah"]


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inside for place in _places(part, (*path, key)))]


def _nonsense(rng: random.Random, body: Any) -> Any:
    """The body with one of its values taken out, or with something else in its place."""
    *path, last = rng.choice(_places(body)[1:])
    where = body
    for key in path:
        where = where[key]
    if rng.random() < 0.2:
        del where[last]
    else:
        where[last] = rng.choice(NONSENSE)
    return body


@pytest.mark.parametrize("seed", range(6))
def test_nonsense_in_a_row_never_stops_the_audit(played: Evening, seed: int) -> None:
    """Every question is answered, or refused with a sentence."""
    rng = random.Random(drawn(seed, played.engine))
    with played.changing() as conn:
        chain = rng.randrange(1, 7)
        number, body = rng.choice(_bodies(conn, chain, ""))
        _put(conn, chain, number, _nonsense(rng, body))
        assert not played.verify(conn).clean
        verify(conn)
        for ask in (
            lambda: recall.recall(conn, chain, 1),
            lambda: proofs.proof(conn, chain, 1),
            lambda: replaying.rebuild(conn, chain, 1),
            lambda: list(export.Log(conn, chain).lines()),
            lambda: list(sheets.Sheet(conn, chain, "payments").lines()),
        ):
            try:
                ask()
            except AuditTrouble as trouble:
                assert str(trouble)


def test_a_pool_that_is_not_what_its_meter_reads_is_found(played: Evening) -> None:
    """A cent goes from the pool to the cage, postings and balances alike: the books add up, every entry of the meter
    follows the one before, and the money behind it is missing."""
    accounts, number = schema.accounts.c, 1
    with played.changing() as conn:
        sound = Findings()
        check_books(conn, Away(conn), sound)
        assert sound.clean
        for line, (account, cents) in enumerate((("pool:2/Progressive", -1), ("cage", 1)), 90):
            moved = update(schema.accounts).where(accounts.name == account)
            conn.execute(moved.values(balance=accounts.balance + cents))
            conn.execute(
                schema.postings.insert().values(
                    chain=0, number=number, line=line, account=account, cents=cents, why="x"
                )
            )
        found = Findings()
        check_books(conn, Away(conn), found)
    (fault,) = found.found
    assert fault.text.startswith("the pool of the meter 2/Progressive holds ")
