"""Modules whose functions are changed, and the tests that must notice: as few as ought to, and quick ones."""

_T = "tests/table/test_"
_H = "tests/house/test_"
_BY_HAND = f"{_H}books_by_hand.py"
_REPORT = "tests/simulation/test_report_by_hand.py"
_CHI_SQUARE = tuple(
    f"tests/simulation/test_by_hand.py::test_{name}"
    for name in (
        "two_degrees_of_freedom",
        "one_degree_of_freedom",
        "rare_results_are_put_together",
        "one_group_says_nothing_and_an_impossible_result_everything",
        "the_standard_error_of_rounds",
    )
)
_SHUFFLE = tuple(
    f"tests/simulation/test_shuffle_stats.py::test_{name}"
    for name in (
        "distributions_of_orders_by_enumeration",
        "distributions_of_whole_decks_are_complete",
        "scales_by_enumeration",
        "the_scale_is_right_in_every_direction",
        "kinds_of_cards_are_scaled_too",
        "goodness_joins_rare_neighbours",
        "one_cell_a_shuffle_by_hand",
        "too_few_shuffles_for_any_category_say_nothing",
        "tails_are_the_published_ones",
        "the_smallest_fault_that_is_found",
        "both_tails_of_two_degrees_of_freedom",
        "a_cell_in_which_nothing_lay_is_looked_at",
        "the_worst_cell_by_adding_up",
        "holm_by_hand",
    )
)

MODULES: dict[str, tuple[str, ...]] = {
    "table.evolve": (
        f"{_T}evolve.py",
        f"{_T}limits_and_meters.py",
        f"{_T}irregularities_void.py",
        f"{_T}irregularities_bench.py",
        f"{_T}irregularities_players.py",
        f"{_T}deal_order.py",
        f"{_T}opening.py",
        f"{_T}shuffle_and_cut.py",
        f"{_T}open_cards.py",
        f"{_T}decks.py",
        f"{_T}devices.py",
        f"{_T}seats.py",
        f"{_T}stub.py",
        "tests/playthroughs/test_goldens.py",
    ),
    "table.paying": (f"{_T}paying.py",),
    "table.flow": (
        f"{_T}round_flow.py",
        f"{_T}irregularities_uth.py",
        f"{_T}limits_and_meters.py",
        f"{_T}envy_positions.py",
        f"{_T}settlement_order.py",
    ),
    "table.mishaps": (f"{_T}irregularities_void.py", f"{_T}irregularities_uth.py", f"{_H}meters.py"),
    "house.live.tally": (f"{_H}tally_by_hand.py",),
    "house.live.reckoning": (f"{_H}reckoning.py",),
    "house.live.links": (
        f"{_H}approvals_meters.py",
        f"{_H}links_by_hand.py",
        f"{_H}meters_taken_over.py",
    ),
    "house.coaching.stakes": (f"{_H}web_server_stakes.py",),
    "house.coaching.counting": (f"{_H}web_server_statistics.py",),
    "house.money.entries": (
        f"{_H}entries_by_hand.py",
        f"{_H}meters_random.py::test_a_shared_meter_reads_what_both_trails_come_to",
    ),
    "house.money.bank": (_BY_HAND,),
    "house.money.books": (_BY_HAND,),
    "house.live.storage": (_BY_HAND,),
    "house.audit.books": (_BY_HAND,),
    "house.audit.comparing": (_BY_HAND,),
    "house.audit.held": (_BY_HAND,),
    "house.people.permits": (f"{_H}people_permits.py", f"{_H}people_acting.py"),
    "odds.advice": ("tests/odds/test_best_of_equals.py", "tests/cli/test_strategy.py"),
    "odds.break_even": ("tests/odds/test_let_it_ride_progressive.py",),
    "odds.figures": ("tests/odds/test_figures.py",),
    "odds.tally": ("tests/odds/test_figures.py",),
    "simulation.by_engine": ("tests/simulation/test_by_engine.py",),
    "simulation.meters": (_REPORT,),
    "simulation.report": (_REPORT, *_CHI_SQUARE),
    "simulation.verdict": (_REPORT,),
    "simulation.shuffle_stats": _SHUFFLE,
    "paper.compare": ("tests/paper/test_compare.py", "tests/paper/test_compare_read_back.py"),
    "paper.kept": ("tests/paper/test_by_hand.py",),
    "paper.paid": ("tests/paper/test_by_hand.py",),
    "paper.par_wagers": ("tests/paper/test_by_hand.py",),
    "paper.stakes": ("tests/paper/test_stakes_by_hand.py",),
}

PARTS = {
    "house.live.storage": ("_meters",),
    "odds.break_even": ("break_even", "_lowest"),
    "simulation.by_engine": ("_add", "found_by_engine"),
    "paper.compare": ("hourly", "swing", "_more", "_level"),
    "table.flow": ("contributions", "envies"),
    "table.mishaps": ("take_back_contributions",),
}
"""Modules of which only some functions are changed."""
