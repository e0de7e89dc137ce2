"""Mistaken beliefs by which a wrong answer can be explained, each told once: a trainer counts them by these names."""

MISCONCEPTIONS: dict[str, str] = {
    "paid_on_loss": "A wager that loses was paid.",
    "winner_taken": "A wager that wins was taken.",
    "push_taken": "A wager that pushes was taken.",
    "push_paid": "A wager that pushes was paid.",
    "loss_left": "A wager that loses was left to the player.",
    "win_left": "A wager that wins was left unpaid.",
    "odds_of_other_line": "It was paid by another line of the paytable.",
    "bonus_forgotten": "The bonus beside the wager was forgotten.",
    "read_too_high": "The hand was read higher than it is.",
    "read_too_low": "The hand was read lower than it is.",
    "qualified_too_soon": "The dealer was taken to qualify with less than he needs.",
    "qualified_too_late": "The dealer was taken not to qualify although he has enough.",
}
