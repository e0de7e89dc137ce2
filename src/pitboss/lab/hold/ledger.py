"""The rounds of one wager at one table by one paytable, added up as they come."""

import math
from fractions import Fraction

from pitboss.lab.hold.bands import LEVELS, Money, Spread, in_cents, same_luck, spread
from pitboss.lab.hold.evidence import Evidence, alarm_at
from pitboss.lab.hold.finding import searches
from pitboss.lab.hold.hands import HeldHand, PaidWager
from pitboss.lab.hold.records import HoldAlarm, HoldResult
from pitboss.lab.hold.theory import Theory
from pitboss.rulebook.pays import dollars
from pitboss.wording.things import underscored

FALSE_ALARM = Fraction(1, 1000)
MOST_EVIDENCE = 300.0
"""Powers of ten; what is above is told as so much."""


class HoldLedger:
    """`false_alarm` bounds the probability that this ledger ever gives an alarm by evidence, while nothing is wrong."""

    def __init__(self, theory: Theory, false_alarm: Fraction = FALSE_ALARM) -> None:
        self.theory = theory
        self.alarm: HoldAlarm | None = None
        self.rounds = self.hands = 0
        self._false_alarm, self._limit = false_alarm, alarm_at(false_alarm)
        self._evidence = Evidence(decides=theory.decides)
        self._staked = self._at_risk = self._win = 0
        self._kinds: dict[tuple[tuple[int, int], ...], int] = {}
        self._theories: dict[int, Theory] = {}
        self._stakes: dict[int, int] = {}
        """Of all hands, by theory."""
        self._several = False

    def take(self, round: int, hands: list[tuple[HeldHand, Theory]], strange: list[PaidWager]) -> None:
        """One round: the hands that had this wager, each with the theory of its stake."""
        self.rounds += 1
        self._several |= len(hands) > 1
        stakes: dict[
            int, int
        ] = {}  # hands of one distribution that have the same luck are one hand with all their stakes
        for hand, theory in hands:
            self.hands += 1
            self._staked += hand.stake
            self._at_risk += hand.at_risk
            self._win -= hand.net
            self._theories[id(theory)] = theory
            stakes[id(theory)] = stakes.get(id(theory), 0) + hand.stake
        for key, cents in stakes.items():
            self._stakes[key] = self._stakes.get(key, 0) + cents
        kind = tuple(sorted(stakes.items()))
        self._kinds[kind] = self._kinds.get(kind, 0) + 1
        self._evidence.take([(Fraction(hand.net, hand.stake), theory) for hand, theory in hands])
        if self.alarm is None:
            self._look(round, strange)

    def _look(self, round: int, strange: list[PaidWager]) -> None:
        if strange:
            paid = strange[0]
            wager = f"{underscored(paid.wager)} of {dollars(paid.staked)} at position {paid.seat}"
            why = f"{wager} received {dollars(paid.received)}, which no line pays"
            self.alarm = HoldAlarm("payment", round, self.rounds, why)
        elif self._evidence.total >= self._limit:
            way = max(self._evidence.ways.items(), key=lambda each: each[1])[0]
            self.alarm = HoldAlarm("evidence", round, self.rounds, _WAYS[way])

    def result(self, levels: tuple[Fraction, ...] = LEVELS) -> HoldResult:
        """Where it stands."""
        found = self._spread()
        expected = -sum((self._theories[key].mean * cents for key, cents in self._stakes.items()), Fraction(0))
        return HoldResult(
            rounds=self.rounds,
            hands=self.hands,
            staked=self._staked,
            at_risk=self._at_risk,
            win=self._win,
            expected=float(expected),
            edge=float(expected / self._staked),
            actual_edge=self._win / self._staked,
            standard_deviation=math.sqrt(found.variance),
            bands=tuple(found.band(level) for level in levels),
            chance=found.tail(self._win),
            widest=self._several,
            rounded=0 if found.exact else found.unit,
            one_sided=self.theory.decides,
            evidence=_tens(self._evidence.total),
            ways={way: _tens(value) for way, value in self._evidence.ways.items()},
            alarm=self.alarm,
            searches=searches(self.theory, self._false_alarm),
        )

    def _spread(self) -> Spread:
        rounds: dict[Money, int] = {}
        for kind, n in self._kinds.items():
            money = same_luck([in_cents(self._theories[key].results, stake) for key, stake in kind])
            rounds[money] = rounds.get(money, 0) + n
        return spread(rounds)


_WAYS = {
    "more": "players have received more than they should",
    "less": "players have received less than they should",
    "results": "results come more or less often than they should",
}


def _tens(logarithm: float) -> float:
    return max(-MOST_EVIDENCE, min(MOST_EVIDENCE, logarithm / math.log(10)))
