"""Which net results of a long distribution stand on one line, on paper and on the screen."""

from fractions import Fraction

from pitboss.odds.words import grouped


def test_a_tail_is_not_lumped_and_wins_losses_and_ties_stay_apart() -> None:
    """Thirty results in a row and a jackpot: what is put together is near each other, whatever it costs in rows."""
    found = [*range(-3, 24), 500, 505]
    chances = [Fraction(1, 10 + abs(net)) for net in found]
    made = grouped(tuple(zip(map(Fraction, found), chances, strict=True)), 12)
    assert sum(chance for _, _, chance in made) == sum(chances)
    assert (0, 0) in [(int(low), int(high)) for low, high, _ in made]
    assert all(low * high > 0 and abs(high) <= 2 * abs(low) for low, high, _ in made if 0 < low < high)
    assert [int(end) for end in made[-1][:2]] == [500, 505] and made[-2][1] == 23
    assert all(high < 0 for low, high, _ in made if low < 0)
    apart = ((Fraction(-1), Fraction(1, 2)), (Fraction(9), Fraction(1, 2)))
    assert [(low, high) for low, high, _ in grouped(apart, 1)] == [(net, net) for net, _ in apart]
