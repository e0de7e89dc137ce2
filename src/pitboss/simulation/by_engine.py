"""Rounds conducted by the engine itself, for games that no kernel plays: about a thousand times slower, and exact in
the same way. Every seat makes every wager that is offered; who has a rule of thumb (`Game.house_player`) decides by it,
otherwise the first answer that is offered is given."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from pitboss.odds.figures import lines_of
from pitboss.odds.result import WagerOdds
from pitboss.play import players
from pitboss.play.log import Record
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.rulebook.words import MAIN
from pitboss.simulation.blocks import Job
from pitboss.simulation.report import LineCount, SimulatedWager, chi_square, standard_error
from pitboss.simulation.setting import by_boldness
from pitboss.table import events as e
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.rules import Rules


class EngineSums:
    """What rounds add up to, column by column. Whole numbers of cents."""

    def __init__(self, columns: list[str]) -> None:
        self.rounds = 0
        self.totals = dict.fromkeys(columns, 0)
        self.squares = dict.fromkeys(columns, 0)
        self.nets: dict[str, Counter[int]] = {column: Counter() for column in columns}
        """Of the first seat."""
        self.lines: dict[str, Counter[str]] = {column: Counter() for column in columns}


def rounds_by_engine(job: Job, rounds: int, progress: Callable[[int], None] = lambda _: None) -> EngineSums:
    """Plays; `progress` is told how many rounds are over."""
    rules = job.setting.rules
    table = Table(rules, source=ShuffledDecks(rules.deck, seeded_stream(job.seed))).open()
    for seat in range(1, job.seats + 1):
        table.sit(seat, f"P{seat}")
    played = EngineSums(list(job.stakes))
    for number in range(rounds):
        _add(played, rules, job, table.log, _round(table, job))
        table.log.clear()
        table.run(until="bets")
        progress(number + 1)
    return played


def _round(table: Table, job: Job) -> list[int]:
    """What each seat has won in the round."""
    rules, seats = table.rules, range(1, job.seats + 1)
    before = [table.state.seats[seat - 1].net for seat in seats]
    for seat in seats:
        table.bet(seat, **{w.id: _dollars(_stake(job, w.id)) for w in rules.wagers if not w.later})
    number = table.state.round
    table.close_bets()
    while table.state.round == number and (step := current(rules, table.state)) is not None and step.kind == "ask":
        table.decide(table.turn, _choice(table, job.strategy))
    return [table.state.seats[seat - 1].net - held for seat, held in zip(seats, before, strict=True)]


def _stake(job: Job, wager: str) -> int:
    return job.stakes.get(wager, job.stakes[MAIN])


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def _choice(table: Table, strategy: str) -> str:
    name = as_player(f"P{table.turn}")
    offers = table.offers(name)
    if strategy == "optimal":
        decided = players.decision(table.view(name), offers)
        assert decided is not None
        return decided.choice
    step = current(table.rules, table.state)
    assert step is not None
    allowed = next(offer.values for offer in offers if offer.do == "Decide")
    bolder = [step.choices[c].name for c in by_boldness(step.choices) if step.choices[c].name in allowed]
    return bolder[-1 if strategy == "bold" else 0]


def _add(played: EngineSums, rules: Rules, job: Job, log: list[Record], nets: list[int]) -> None:
    """One round: what the side wagers won by themselves, and what is left is the main game's."""
    won: dict[tuple[int, str], int] = {}
    for record in log:
        if isinstance(event := record.event, e.WagerSettled):
            column = rules.wager[event.wager].family if event.wager in rules.index else event.wager
            column = column if column in job.stakes else MAIN
            won[event.seat, column] = won.get((event.seat, column), 0) + event.won + event.back - event.stake
            line = rules.settlement.outcome(event.wager, event.cell).line if event.cell else ""
            if line and event.wager in (column, rules.base):
                played.lines[column][line] += 1
    played.rounds += 1
    sides = [column for column in job.stakes if column != MAIN]
    for column in job.stakes:
        each = [
            total - sum(won.get((seat, side), 0) for side in sides) if column == MAIN else won.get((seat, column), 0)
            for seat, total in enumerate(nets, 1)
        ]
        played.totals[column] += sum(each)
        played.squares[column] += sum(each) ** 2
        played.nets[column][each[0]] += 1


def found_by_engine(job: Job, played: EngineSums, exact: dict[str, WagerOdds]) -> list[SimulatedWager]:
    """The results, beside exact odds where there are some."""
    rules, rows = job.setting.rules, []
    for column, stake in job.stakes.items():
        known = exact.get(column)
        mean = Fraction(played.totals[column], played.rounds * job.seats * stake)
        error = standard_error(played.totals[column], played.squares[column], played.rounds, job.seats * stake)
        ev, nets = known.ev if known else None, played.nets[column]
        rows.append(
            SimulatedWager(
                wager=column,
                paytable=known.paytable if known else None,
                base=known.base if known else column,
                mean=mean,
                standard_error=error,
                exact=ev,
                z=float(mean - ev) / error if ev is not None and error else None,
                rounds=played.rounds,
                seats=job.seats,
                stake=stake,
                lines=_lines(rules, job, column, played, known),
                distribution=tuple((Fraction(net, stake), count) for net, count in sorted(nets.items())),
                chi_square=chi_square(nets, stake, played.rounds, known.figures) if known and nets else None,
            )
        )
    return rows


def _lines(rules: Rules, job: Job, column: str, played: EngineSums, known: WagerOdds | None) -> tuple[LineCount, ...]:
    chance = {line.hand: line.probability for line in known.lines} if known else {}
    hands = chance or dict.fromkeys(line.hand for line in lines_of(rules, rules.base if column == MAIN else column))
    every = played.rounds * job.seats
    counts = played.lines[column]
    return tuple(LineCount(h, counts[h], float(chance[h] * every) if h in chance else None) for h in hands)
