"""How long `pitboss review` takes, from the bytes of a log to the verdict. `python benchmarks/review.py GAME HANDS
[LOG]`; nothing here is a test. The hands are played by the engine and the game's rule of thumb beforehand; with LOG
they are kept there, and read from there the next time. At the end it says how many different spots there were, up to
the names of the suits: what nobody could do with less."""

import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.games import rules_for
from pitboss.lab.review.collecting import from_log
from pitboss.lab.review.decisions import DecisionReader
from pitboss.lab.review.pricing import hypotheses
from pitboss.play import players
from pitboss.play.log import header_line, lines, stream_log
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.rulebook.submission import check_data, default_data
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.rules import Rules


def play(rules: Rules, hands: int, log: Path) -> None:
    """Writes a log of one player."""
    table = Table(rules, source=ShuffledDecks(rules.deck, seeded_stream("review"))).open()
    table.sit(1, "Ann")
    name = as_player("Ann")
    bets = {w.id: str(rules.limits(w.id).minimum / 100) for w in rules.wagers if w.compulsory}
    number = 1
    with log.open("wb") as file:
        file.write(header_line(rules.terms))
        for _ in range(hands):
            table.bet(1, **bets)
            playing = table.state.round
            table.close_bets()
            while table.state.round == playing and (step := current(rules, table.state)) and step.kind == "ask":
                made = players.decision(table.view(name), table.offers(name))
                assert made is not None
                table.decide(1, made.choice)
            table.run(until="bets")
            file.writelines(lines(replace(record, seq=n) for n, record in enumerate(table.log, start=number)))
            number += len(table.log)
            table.log.clear()


def alike(*groups: tuple[Card, ...]) -> object:
    """The same for cards that differ by the names of the suits alone."""
    suits = sorted({card[1] for cards in groups for card in cards})
    return tuple(sorted(tuple("".join(sorted(c[0] for c in cards if c[1] == s)) for cards in groups) for s in suits))


def different(log: Path) -> Counter[tuple[str, str]]:
    """How many different spots there are at each decision, for each kind of knowledge."""
    sets: dict[tuple[str, str], set[object]] = {}
    with log.open("rb") as source:
        terms, records = stream_log(source)
        reader = DecisionReader(rules_for(terms))
        kinds = hypotheses(reader.rules)
        for record in records:
            for spot in reader.take([record.event]):
                known = (spot.own, spot.board, spot.dealer)
                sets.setdefault((spot.step, "nothing"), set()).add(alike(*known))
                dealt = dict(spot.dealt)
                for kind in kinds:
                    for variant in kind.variants:
                        faces = tuple(dealt[card.where][card.number] for card in variant)
                        sets.setdefault((spot.step, kind.kind), set()).add(alike(*known, faces))
    return Counter({key: len(each) for key, each in sets.items()})


def main() -> None:
    game, hands = (*sys.argv[1:3], "let-it-ride")[0], int((*sys.argv[2:3], "20000")[0])
    terms = check_data(default_data(game)).terms
    assert terms is not None
    with tempfile.TemporaryDirectory() as folder:
        log = Path((*sys.argv[3:4], f"{folder}/review.log")[0])
        if not log.exists():
            play(rules_for(terms), hands, log)
        print(f"{game}: {hands:,} hands, {log.stat().st_size / 1e6:.0f} MB")
        begun = (time.perf_counter(), time.process_time())
        with log.open("rb") as source:
            found, records = stream_log(source)
            collected = from_log(rules_for(found), records)
        read = (time.perf_counter(), time.process_time())
        (player,) = collected.review().players
        done = (time.perf_counter(), time.process_time())
        for what, start, stop in (("read", begun, read), ("valued and judged", read, done), ("together", begun, done)):
            wall, used = (after - before for before, after in zip(start, stop, strict=True))
            print(f"{what}: {wall:.1f} s, {used:.1f} s of processor time, {used / hands * 1e6:,.0f} µs a hand")
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{len(player.kinds)} kinds of seen cards, {player.decisions:,} decisions, {memory:,.0f} MB at most")
        for (step, kind), n in different(log).items():
            print(f"different spots at {step}, knowing {kind}: {n:,}")


if __name__ == "__main__":
    main()
