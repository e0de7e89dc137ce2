"""Playing through the API: every game, several viewers, broken connections."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from house.server_support import GAMES, Served, answer, bot, said, served, until
from pitboss.checker import check, read
from pitboss.client import Refused, Table
from pitboss.messages.socket import Said
from pitboss.table import actions as a


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("play")) as made:
        yield made


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Served]:
    """A server nobody has played at."""
    with served(tmp_path / "fresh") as made:
        yield made


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_plays_a_first_round(server: Served, game: str) -> None:
    player = server.guest()
    (won,) = bot.play(player, game, 1, say=False)
    assert player.balance == 100_000 + won
    ledger = player.ask("GET", "/api/v1/me/ledger")
    assert sum(line["cents"] for line in ledger["postings"]) == ledger["balance"] == player.balance
    (last,) = player.ask("GET", "/api/v1/me/rounds")["rounds"]
    (hand,) = last["hands"]
    assert hand["player"] == player.handle and hand["returned"] - hand["wagered"] == won
    told = player.ask("GET", f"/api/v1/tables/{last['table']}/rounds/{last['round']}")
    assert told["events"] and not told["told"]
    proof = server.http.get(f"/api/v1/tables/{last['table']}/rounds/{last['round']}/proof").content
    assert check(read(proof)).verdict == "fair"
    by_shuffle = server.http.get(f"/api/v1/tables/{last['table']}/shuffles/{json.loads(proof)['shuffle']}/proof")
    assert by_shuffle.content == proof and "shuffle-" in by_shuffle.headers["content-disposition"]


def in_words(card: str) -> str:
    """`10♥` for the ten of hearts."""
    return card[0].replace("T", "10") + {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[card[1]]


def test_viewers_stay_in_step_and_see_only_what_they_may(fresh: Served) -> None:
    table = GAMES["ultimate-texas-holdem"]
    ann, bob = fresh.guest("Ann"), fresh.guest("Bob")
    with ann.sit(table, 1) as hers, bob.sit(table, 2) as his, fresh.socket(table) as guest:
        first = said(guest)
        hers.wait(lambda t: t.view.step == "bets")
        for each in (hers, his):
            each.bet(ante=5, blind=5)
            each.ready()
        hers.wait(lambda t: t.view.turn == 1)
        his.wait(lambda t: t.view.turn == 1)
        assert "??" not in hers.view.seats[0].cards and set(hers.view.seats[1].cards) == {"??"}
        assert "??" not in his.view.seats[1].cards and set(his.view.seats[0].cards) == {"??"}
        assert set(hers.view.dealer) == {"??"} and set(hers.view.community) <= {"??"}
        hidden = {*hers.view.seats[0].cards, *his.view.seats[1].cards}
        assert any(isinstance(o.example, a.Decide) for o in hers.offers)
        assert not any(isinstance(o.example, a.Decide) for o in his.offers)
        seqs = [first["seq"]]
        while seqs[-1] < (hers.seq or 0):
            message = said(guest)
            assert message["type"] == "change" and message["offers"] == [] and message["balance"] is None
            assert not any(f'"{card}"' in str(message["view"]["seats"]).replace("'", '"') for card in hidden)
            told = str(message["told"])
            assert not any(f"'{card}'" in told or in_words(card) in told for card in hidden)
            seqs.append(message["seq"])
        assert seqs == sorted(set(seqs)) and seqs[-1] == hers.seq == his.seq


def test_whoever_comes_back_hears_what_he_missed(fresh: Served) -> None:
    player = fresh.guest("Ann")
    with player.sit(3, 1) as table:
        table.wait(lambda t: t.view.step == "bets")
        start = table.seq
        assert start is not None
        table.bet(let_it_ride=5)
        heard = []
        while table._changes:
            heard += table._changes.popleft().told
        with fresh.socket(3, player, f"?after={start}") as again:
            hello = said(again)
        assert [each["event"] for each in hello["told"]] == [each.event for each in heard] == ["WagerPlaced"] * 3
        assert hello["gap"] is False and hello["seq"] == table.seq and hello["you"]["role"] == "player"
        with fresh.socket(3, player) as anew:
            assert said(anew)["told"] == []
        with fresh.socket(3, player, f"?after={10**9}") as ahead:
            assert said(ahead)["gap"] is True


def test_what_was_missed_before_a_restart_is_told_from_the_store(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        player = first.guest("Ann")
        with player.sit(3, 1) as table:
            table.wait(lambda t: t.view.step == "bets")
            start = table.seq
            table.bet(let_it_ride=5)
    with served(tmp_path) as second, second.socket(3, query=f"?after={start}") as socket:
        events = [each["event"] for each in said(socket)["told"]]
        assert events[:3] == ["WagerPlaced"] * 3
        assert events[3:] == ["TableParked", "TableResumed"]


def test_who_names_no_position_takes_the_next_where_somebody_was_quicker(
    fresh: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = fresh.guest("Ann"), fresh.guest("Bob")
    saw_it_empty = bob.watch(3)
    ann.sit(3, 1).close()
    monkeypatch.setattr(bob, "watch", lambda table: saw_it_empty)
    with bob.sit(3) as table:
        assert table.view.mine == (2,)
        assert [seat.player for seat in table.view.seats[:2]] == ["Ann", "Bob"]
    cleo = fresh.guest("Cleo")
    with pytest.raises(Refused) as refused:  # a position that was named is that one or none
        cleo.sit(3, 1)
    assert refused.value.code == "seat_taken"


def test_an_act_sent_twice_is_done_once(fresh: Served) -> None:
    player = fresh.guest("Ann")
    with player.sit(1, 1) as table:
        table.wait(lambda t: t.view.step == "bets")
        wager = a.PlaceWager(1, "ante", 500)
        first = table.act(wager, act_id="mine")
        again = table.act(wager, act_id="mine")
        assert (first.again, again.again, first.seq) == (False, True, again.seq)
        assert player.balance == 100_000 - 500
        by_rest = player.ask(
            "POST",
            "/api/v1/tables/1/acts",
            {"id": "mine", "do": {"do": "PlaceWager", "seat": 1, "wager": "ante", "cents": 500}},
        )
        assert by_rest == {"seq": first.seq, "again": True}
        with pytest.raises(Refused) as refused:
            table.act(a.PlaceWager(1, "ante", 1000), act_id="mine")
        assert refused.value.code == "id_reused"


def test_a_broken_connection_is_made_anew_and_nothing_is_doubled(fresh: Served) -> None:
    player = fresh.guest("Ann")
    with player.sit(1, 1) as table:
        table.wait(lambda t: t.view.step == "bets")
        table._connection.drop()
        table.bet(ante=5)  # found the connection broken
        table._connection.send(Said("lost", do=a.PlaceWager(1, "ante_bonus", 500)))
        table._connection.drop()  # sent; the answer never came
        while "lost" not in table._answers:
            table._take(table._connection.receive(30))
        assert player.balance == 100_000 - 1000
        assert table.view.seats[0].wagers == {"ante": 500, "ante_bonus": 500}


def test_everybody_can_add_a_seed(fresh: Served) -> None:
    player = fresh.guest("Ann")
    with player.sit(3, 1) as table:
        table.wait(lambda t: t.view.step == "bets")
        table.add_seed("my own luck")
        assert table.fair[0].seats == [1]
        results = [bot.one_round(table) for _ in range(2)]
    assert len(results) == 2
    numbers = [each["round"] for each in player.ask("GET", "/api/v1/me/rounds")["rounds"]]
    seeds = [player.ask("GET", f"/api/v1/tables/3/rounds/{n}/proof")["seeds"] for n in numbers]
    assert [seed["seed"] for found in seeds for seed in found] == ["my own luck"]


def test_ones_own_rounds_stand_in_the_order_of_their_ends(fresh: Served) -> None:
    """A round opened first and finished last is the newest: it is shown by the time of its end."""
    player = fresh.guest("Ann")
    slow, quick = GAMES["let-it-ride"], GAMES["dragon-poker"]
    with player.sit(slow, 1) as table:
        table.wait(lambda t: t.view.step == "bets")
        bot.play(player, "dragon-poker", 2, say=False)
        bot.one_round(table)
    found = player.ask("GET", "/api/v1/me/rounds")["rounds"]
    assert [each["table"] for each in found] == [slow, quick, quick]
    assert found[0]["opened_at"] < found[1]["opened_at"], "by their beginnings it would not be the first"
    ends = [each["cleared_at"] for each in found]
    assert ends == sorted(ends, reverse=True)
    pages: list[object] = []
    before: str | None = ""
    while before is not None:
        part = player.ask("GET", "/api/v1/me/rounds", limit=1, before=before)
        pages += part["rounds"]
        before = part["next"]
    assert pages == found


def test_meters_that_another_table_feeds_are_told(fresh: Served) -> None:
    from pitboss.rulebook.submission import default_submission

    opened = []
    for number in (2, 3):
        text = default_submission("let-it-ride").replace('"Let It Ride 1"', f'"Let It Ride {number}"')
        asked = {"id": f"open {number}", "submission": text, "links": {"Progressive": "Shared"}}
        opened.append(fresh.manager.ask("POST", "/api/v1/tables", asked)["id"])
    player = fresh.guest("Ann")
    with fresh.socket(opened[0]) as watching, player.sit(opened[1], 1) as table:
        hello = said(watching)
        table.wait(lambda t: t.view.step == "bets")
        table.bet(let_it_ride=5, progressive=1)
        table.ready()
        table.wait(lambda t: t.view.turn == 1)
        table.decide("ride")
        table.wait(lambda t: t.view.turn == 1)
        table.decide("ride")
        while (told := said(watching))["type"] != "meters":
            pass
        assert told["meters"]["Progressive"] > hello["view"]["meters"]["Progressive"]


def test_the_change_comes_before_the_answer(fresh: Served) -> None:
    player = fresh.guest("Ann")
    player.sit(1, 1).wait(lambda t: t.view.step == "bets").close()
    with fresh.socket(1, player) as socket:
        said(socket)
        socket.send('{"id":"x","do":{"do":"PlaceWager","seat":1,"wager":"ante","cents":500}}')
        change, done = said(socket), said(socket)
        assert (change["type"], done["type"]) == ("change", "done") and change["seq"] == done["seq"]
        socket.send('{"id":"p","ping":true}')
        assert answer(socket) == {"type": "done", "id": "p", "seq": done["seq"], "again": False}


def test_how_quickly_one_is_dealt_to_holds_while_the_page_is_open(fresh: Served) -> None:
    player = fresh.guest("Ann")
    presence = fresh.running.house.tables[1].presence
    with fresh.socket(1) as socket:
        said(socket)
        socket.send('{"id":"s","speed":"quick"}')
        assert answer(socket)["code"] == "not_logged_in", "who only watches is not dealt to"
    with fresh.socket(1, player) as socket:
        said(socket)
        assert presence.speed(player.handle) == "usual"
        socket.send('{"id":"s","speed":"quick"}')
        assert answer(socket)["type"] == "done"
        assert (presence.speed(player.handle), presence.speed("Ben")) == ("quick", "usual")
        socket.send('{"id":"s","speed":"slow"}')
        assert answer(socket)["type"] == "done", "its id is not kept"
        assert presence.speed(player.handle) == "slow"
    until(lambda: not presence.here(player.handle))
    assert presence.speed(player.handle) == "usual"


def test_a_table_that_closes_says_good_bye(fresh: Served) -> None:
    from pitboss.client import Left

    with fresh.guest().watch(2) as table:
        fresh.manager.ask("POST", "/api/v1/tables/2/close", {"id": "c", "reason": "night"})
        with pytest.raises(Left) as left:
            table.wait(lambda t: False)
        assert left.value.code == "table_closed"
    assert isinstance(table, Table)
    assert fresh.http.get("/api/v1/tables/2").status_code == 404


def test_answers_come_in_the_order_in_which_things_were_asked(fresh: Served) -> None:
    """Wagers, seeds and being ready, all sent at once; each answer directly follows its own change."""
    player = fresh.guest("Ann")
    player.sit(3, 1).wait(lambda t: t.view.step == "bets").close()
    with fresh.socket(3, player) as socket:
        deck = said(socket)["fair"][0]["deck"]
        asked = []
        for number in range(6):
            cents = 500 * (1 + number % 2)
            for name in ("bet_1", "bet_2", "bet_3"):
                asked.append({"do": {"do": "PlaceWager", "seat": 1, "wager": name, "cents": cents}})
            asked.append({"seed": {"deck": deck, "seed": f"luck {number}"}})
            asked.append({"ready": {"seat": 9}} if number < 5 else {"ready": {"seat": 1}})
        for number, each in enumerate(asked):
            socket.send(json.dumps({"id": f"n{number}", **each}))
        seq = 0
        heard: list[str] = []
        while len(heard) < len(asked):
            message = said(socket)
            if message["type"] == "change":
                seq = message["seq"]
            else:
                heard.append(message["id"])
                assert message["type"] == (
                    "refused" if asked[int(message["id"][1:])] == {"ready": {"seat": 9}} else "done"
                )
                assert message["type"] == "refused" or message["seq"] == seq
        assert heard == [f"n{number}" for number in range(len(asked))]
