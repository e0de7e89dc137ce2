"""How much the results of two seats have in common, worked out by hand."""

import numpy as np
import pytest

from pitboss.lab.win.shared import SeatsTogether


def test_what_a_seat_has_in_common_with_itself_is_shared_out_among_the_others() -> None:
    """$10 on the main game and $20 on the other wager. Between seats the main games have 2, then 4 square units in
    common, times 10 x 10: 200 and 400. At one seat the two wagers have 5, times 10 x 20, and back: 2,000, a quarter
    for each of the four other seats. So 700 and 900: 800, with a standard error of 100."""
    between = np.array([[[2.0, 0.0], [0.0, 0.0]], [[4.0, 0.0], [0.0, 0.0]]])
    within = np.array([[[9.0, 5.0], [5.0, 9.0]]] * 2)
    found = SeatsTogether(("main", "other"), between, within, rounds=2, seats=5)
    wagered = {"main": 10.0, "other": 20.0}
    assert found.covariance(wagered, ["other"], 5.0) == pytest.approx((800.0, 100.0))
    assert found.covariance(wagered, ["other"], 2.0) == pytest.approx((2300.0, 100.0))
    assert found.covariance(wagered, [], 5.0) == pytest.approx((300.0, 100.0)), "counted together already"
