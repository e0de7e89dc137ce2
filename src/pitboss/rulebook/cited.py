"""What rules and submissions of all games share, by the names under which a book gives the clause behind each. A book
may leave any of them out: what is said of it then names no clause."""

from pitboss.rulebook.words import ENVY

CITES = (
    "acceptance", "after_cut", "choose_automated_shoe", "choose_hand", "choose_manual_shoe", "compulsory", "continuous",
    "count_exempt", "count_misdealt", "count_not_misdealt", "count_right", "count_wrong", "cut", "deal_after_device",
    "deck_change", "deck_hours_hand", "deck_hours_shoe", "device_count", "device_count_wrong", "device_failed",
    "fold_collect", "fold_discard", "hand_collected", "hand_replaced", "hand_shuffler", "idle", "inspect", "late_wager",
    "look", "measure_covered", "measure_marked", "measure_removed", "meter_turn", "no_more_bets", "one_rack",
    "order_shuffle", "other_method", "per_player", "place", "preshuffled", "receive", "recut", "remain_seated",
    "seated", "shuffle", "spread", "stack", "stub_count", "stub_to_rack", "turn_up", "two_decks", "verbal", "verify",
    "wash", "wrong_hand",
)  # fmt: skip
"""The keys of `[cites]`; beside them `verify_WAGER` for a wager that is collected before the deal."""
VERIFY = "verify_"

SUBMISSION = (
    "automated_shoe", "continuous", "counts", "definition", "definition_reading", ENVY, "equal", "hand_shuffler",
    "held", "later", "layout", "loads", "match_play", "match_play_reading", "meters", "no_continuous", "no_limit",
    "operator", "payout_limit", "payout_limit_reading", "rate", "second_deck", "shoe_and_shuffler", "shoe_location",
    "three_card_stack", "whole",
)  # fmt: skip
"""The keys of `[submission]`."""

TASKS = {
    "receive": "Receive the cards",
    "inspect": "Inspect the cards",
    "verify": "Verify the inspection",
    "spread": "Spread the cards face up",
    "look": "Let the first player look",
    "wash": "Turn the cards face down and wash them",
    "stack": "Stack the cards",
    "shuffle": "Shuffle the cards",
    "device_count": "Read the shuffler's count",
    "cut": "Cut the cards",
    "recut": "Order a new cut",
    "order_shuffle": "Order a shuffle",
    "idle": "Spread the cards at the idle table",
    "deck_change": "Change the deck",
    "remove_deck": "Take the deck off the table",
    "device": "Put the failed device out of use",
    "procedure": "Choose the dealing procedure",
    "seat": "Take a seat",
    "place_wager": "Place a wager",
    "open_round": "Open the betting",
    "close_bets": 'Call "no more bets"',
    "ruling": "Decide the matter that waits",
    "report": "Report an irregularity",
}
"""What is done at every table beside the steps of a round, and its title where a book has none."""

STEPS = {
    "bets": "Take the wagers",
    "take": "Collect the wagers made before the deal",
    "deal": "Deal the {cards}",
    "stub": "Put the stub away or count it",
    "examine": "Let the players look at their cards",
    "ask": "Ask each player: {choices}",
    "collect": "Collect what was folded",
    "show": "Turn up {place}",
    "post": "Post what was wagered to the meters",
    "settle": "Settle each hand",
    "table": "Settle the wagers on the whole table",
    "clear": "Clear the table",
}
"""The title of a step of this kind where a book has none."""


class Cited(dict[str, str]):
    """Clauses by their keys; the empty one behind what a book leaves out."""

    def __missing__(self, key: str) -> str:
        return ""
