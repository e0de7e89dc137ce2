"""Seen cards where player and dealer share the community cards."""

from pitboss.lab.protect import board_both, board_one
from pitboss.lab.protect.board_ledger import advantage, play, plays_of
from pitboss.lab.protect.result import Advantage, counted
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.counting import Progress, silent
from pitboss.odds.shapes import board as honest
from pitboss.odds.shapes.board_game import FLOP, board_of
from pitboss.odds.shapes.board_solver import count
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules


def solve(rules: Rules, sight: SeenCards, pack: Pack, stake: int, progress: Progress = silent) -> Advantage | None:
    """The best play, exactly; None where there is too much to count."""
    board = board_of(rules)
    flop = sum(place < FLOP for place in sight.community)
    if len(sight.community) > flop or (sight.dealer and flop == 2):
        return None
    if not sight and pack == rules.deck.contents:
        found = count(honest.solution(rules, pack, stake, progress))
        plays = plays_of(board, [int(each.sum()) for each in found])
        return counted(rules, honest.endings(board, found), stake, plays)
    if sight.dealer > 1:
        ground, rows, done = board_both.solve(rules, pack, stake, flop=flop, progress=progress)
    else:
        solved = board_one.solve(rules, pack, stake, dealer=bool(sight.dealer), flop=flop, progress=progress)
        ground, rows, done = solved.ground, solved.rows, play(board, solved.rows, solved.ledger, flop)
    return advantage(rules, board, ground, rows, done, stake)
