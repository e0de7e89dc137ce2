"""The life of the table around the rounds: from the box to the shoe, idle hours, devices, changed terms."""

from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.counts import count_due
from pitboss.table.devices import by_device_only, continuous
from pitboss.table.draft import Draft
from pitboss.table.refusals import refuse
from pitboss.table.state import TableDeck, cards_out

_OPENING = {
    # act: (guide, stages before, stage after)
    a.VerifyCards: ("verify", ("inspected",), "verified"),
    a.SpreadCards: ("spread", ("verified", "face_down"), "spread"),
    a.LookAtCards: ("look", ("spread",), "looked"),
    a.WashCards: ("wash", ("looked",), "washed"),
    a.StackCards: ("stack", ("washed",), "stacked"),
}
"""The steps of the opening after the inspection, as the rulebooks order them."""

TO_SHUFFLE = ("stacked", "used")


def _deck(d: Draft, number: int, clause: str) -> TableDeck:
    if not 1 <= number <= len(d.state.decks):
        raise refuse(
            "no_deck", "the table has no such deck", clause, given=number, allowed=f"1 to {len(d.state.decks)}"
        )
    return d.state.decks[number - 1]


def _stage(deck: TableDeck, allowed: tuple[str, ...], clause: str) -> None:
    if deck.stage not in allowed:
        raise refuse("deck_stage", f"deck {deck.number} is {deck.stage}", clause, given=deck.stage, allowed=allowed)


def receive(d: Draft, act: a.ReceiveCards) -> None:
    clause = d.cite("preshuffled") if act.preshuffled else d.cite("receive")
    d.permitted(clause)
    _stage(_deck(d, act.deck, clause), ("absent",), clause)
    d.add(e.CardsReceived(act.deck, act.preshuffled, clause))


def inspect(d: Draft, act: a.InspectCards) -> None:
    clause = d.cite("inspect")
    d.permitted(clause)
    deck = _deck(d, act.deck, clause)
    if deck.preshuffled:
        raise refuse("preshuffled", "a preinspected and preshuffled deck is not inspected again", d.cite("preshuffled"))
    _stage(deck, ("received",), clause)
    if not act.sound:
        d.add(e.DeckRemoved(act.deck, "defects found", clause))
        return
    d.add(e.DeckMoved(act.deck, "inspected", clause))


def opening_step(d: Draft, act: a.VerifyCards | a.SpreadCards | a.LookAtCards | a.WashCards | a.StackCards) -> None:
    guide, before, after = _OPENING[type(act)]
    clause = d.cite(guide)
    d.permitted(clause)
    deck = _deck(d, act.deck, clause)
    _stage(deck, before, clause)
    d.add(e.DeckMoved(act.deck, after, d.cite("turn_up") if deck.stage == "face_down" else clause))


def shuffle(d: Draft, act: a.ShuffleCards) -> None:
    clause = d.cite("shuffle")
    d.permitted(clause)
    deck = _deck(d, act.deck, clause)
    passes_device = deck.preshuffled and by_device_only(d.rules, d.state)
    _stage(deck, (*TO_SHUFFLE, "received") if passes_device else TO_SHUFFLE, clause)
    _counted(d, deck)
    _method(d, act.device)
    d.add(e.CardsShuffled(act.deck, act.device, act.commitment, clause))
    if act.device and not d.rules.terms.shuffler_counts:
        _ready(d, act.deck, "deal_after_device")


def _counted(d: Draft, deck: TableDeck) -> None:
    """Cards whose count is due are counted before they are shuffled or taken away (X-03)."""
    if deck.stage == "used" and count_due(d.rules, d.state):
        raise refuse(
            "count_overdue",
            "these cards must be counted first",
            d.cite("stub_count"),
            given=f"{d.state.rounds_uncounted} rounds without a count",
            allowed="count the cards",
        )


def _method(d: Draft, device: bool) -> None:
    """Which way of shuffling is lawful with the equipment as it stands."""
    state = d.state
    if state.shuffler == "failed":
        raise refuse(
            "device_not_set_aside",
            "the failed shuffler must be dealt with first",
            d.cite("device_failed"),
            given="failed",
            allowed=d.rules.book.measures,
        )
    if device and state.shuffler != "working":
        raise refuse(
            "no_shuffler", "there is no working shuffler", d.cite("shuffle"), given=state.shuffler, allowed="by hand"
        )
    if not device and state.procedure == "hand":
        raise refuse(
            "hand_needs_shuffler",
            "cards dealt from the hand are shuffled by a device",
            d.cite("hand_shuffler"),
            given="by hand",
            allowed="by device",
        )
    if not device and continuous(d.rules, state):
        raise refuse(
            "continuous", "the continuous device shuffles", d.cite("continuous"), given="by hand", allowed="by device"
        )
    if not device and state.shuffler == "working" and sum(x.stage != "absent" for x in state.decks) > 1:
        raise refuse(
            "two_decks",
            "two decks are shuffled by the device",
            d.cite("two_decks"),
            given="by hand",
            allowed="by device",
        )
    if not device and state.shuffler == "working" and d.rules.book.measures == ("removed",):
        raise refuse(
            "device_not_removed",
            "the shuffler must be removed before cards are shuffled otherwise",
            d.cite("other_method"),
            given="by hand",
            allowed="by device, or remove the shuffler",
        )


def device_count(d: Draft, act: a.DeviceCountsCards) -> None:
    clause = d.cite("device_count")
    d.permitted(clause)
    deck = _deck(d, act.deck, clause)
    _stage(deck, ("shuffled",), clause)
    if not deck.by_device or not d.rules.terms.shuffler_counts:
        raise refuse("no_count", "this deck was not shuffled by a device that counts", clause)
    if act.count < 0:
        raise refuse("count", "not a possible count", clause, given=act.count, allowed="0 or more")
    d.add(e.DeviceCounted(act.deck, act.count, clause))
    if act.count != d.rules.deck_size:
        d.add(e.DeckRemoved(act.deck, f"the shuffler counted {act.count} cards", d.cite("device_count_wrong")))
        return
    _ready(d, act.deck, "deal_after_device")


def _ready(d: Draft, deck: int, key: str) -> None:
    fresh = d.state.decks[deck - 1].in_play_at < 0
    d.add(e.DeckReady(deck, d.cite(key), d.at if fresh else -1))


def cut(d: Draft, act: a.CutCards) -> None:
    clause = d.cite("cut")
    d.permitted(clause)
    deck = _deck(d, act.deck, clause)
    if continuous(d.rules, d.state):
        raise refuse("no_cut", "cards in a continuous device are not cut", d.cite("continuous"))
    preshuffled = deck.stage == "received" and deck.preshuffled
    if preshuffled and d.state.procedure == "hand":
        raise refuse(
            "hand_needs_shuffler",
            "a preshuffled deck dealt from the hand passes through the shuffler first",
            d.cite("hand_shuffler"),
            given="cut",
            allowed="shuffle by device",
        )
    if not preshuffled:
        _stage(deck, ("shuffled",), clause)
        if deck.by_device:
            raise refuse("no_cut", "cards shuffled by a device are dealt without a cut", d.cite("deal_after_device"))
    deepest = d.rules.deck_size - max(1, int(d.rules.reading("cut_min_from_bottom")))
    if not 10 <= act.depth <= deepest:
        raise refuse(
            "cut_depth", "the cut is not deep enough or too deep", clause, given=act.depth, allowed=f"10 to {deepest}"
        )
    d.add(e.CardsCut(act.deck, act.depth, clause))
    _ready(d, act.deck, "after_cut")


def order_recut(d: Draft, act: a.OrderRecut) -> None:
    clause = d.cite("recut")
    d.permitted(clause)
    if continuous(d.rules, d.state):
        raise refuse("no_cut", "cards in a continuous device are not cut", d.cite("continuous"))
    deck = d.state.decks[d.state.deck - 1]
    _stage(deck, ("ready",) if cards_out(d.state) else ("ready", "dealing"), clause)
    if deck.by_device:
        raise refuse("no_cut", "these cards were not cut", clause)
    d.add(e.RecutOrdered(deck.number, act.reason, clause))


def order_shuffle(d: Draft, act: a.OrderShuffle) -> None:
    if "order_shuffle" not in d.rules.book.cites:
        raise refuse("no_such_order", "this rulebook knows no order to shuffle", d.cite("shuffle"))
    clause = d.cite("order_shuffle")
    d.permitted(clause)
    deck = d.state.decks[d.state.deck - 1]
    if d.step is not None and d.step.kind != "bets":
        raise refuse(
            "round_open", "a shuffle is ordered between rounds", clause, given=d.step.name, allowed="between rounds"
        )
    _stage(deck, ("ready", "shuffled"), clause)
    d.add(e.ShuffleOrdered(deck.number, act.reason, clause))


def go_idle(d: Draft, act: a.GoIdle) -> None:
    clause = d.cite("idle")
    d.permitted(clause)
    if continuous(d.rules, d.state):
        raise refuse("no_idle", "with a continuous device the cards stay in it", d.cite("continuous"))
    step = d.step
    if step is not None and (step.kind != "bets" or any(any(s.stakes) for s in d.state.seats)):
        raise refuse("round_open", "a round is being played", clause, given=step.name, allowed="between rounds")
    if all(deck.stage == "absent" for deck in d.state.decks):
        raise refuse("no_cards", "there are no cards at the table", clause)
    if d.state.idle:
        raise refuse("idle", "the table is idle already", clause, given="idle", allowed="wait for a player")
    d.add(e.TableIdle(act.face_up, clause))


def remove_deck(d: Draft, act: a.RemoveDeck) -> None:
    clause = d.cite("deck_change")
    d.permitted(clause)
    deck = _deck(d, act.deck, clause)
    # A recut ordered after "no more bets" makes the deck wait for its cut again; it is still the one to be dealt.
    in_use = d.state.step > 0 and deck.number == d.state.deck
    if deck.stage in ("absent", "dealing") or in_use:
        raise refuse(
            "deck_stage", f"deck {deck.number} is {deck.stage}", clause, given=deck.stage, allowed="any other stage"
        )
    _counted(d, deck)
    d.add(e.DeckRemoved(act.deck, act.reason or "changed", clause))


def set_device_aside(d: Draft, act: a.SetDeviceAside) -> None:
    d.permitted(d.cite("device_failed"))
    condition = _condition(d, act.device)
    measures = d.rules.book.measures
    if act.measure not in measures:
        raise refuse(
            "measure",
            "not a permitted way to set a device aside",
            d.cite("device_failed"),
            given=act.measure,
            allowed=measures,
        )
    if condition == "none":
        raise refuse("no_device", f"the table has no {act.device}", d.cite("device_failed"))
    if condition == "working" and d.state.step >= 0 and act.device == "shoe":
        raise refuse("round_open", "the shoe is in use", d.cite("device_failed"), allowed="between rounds")
    d.add(e.DeviceSetAside(act.device, act.measure, d.cite(f"measure_{act.measure}")))


def _condition(d: Draft, device: str) -> str:
    if device not in ("shuffler", "shoe"):
        raise refuse("no_device", "unknown device", d.cite("device_failed"), given=device, allowed="shuffler, shoe")
    return d.state.shuffler if device == "shuffler" else d.state.shoe


def restore_device(d: Draft, act: a.RestoreDevice) -> None:
    d.permitted(d.cite("device_failed"))
    condition = _condition(d, act.device)
    if condition in ("none", "working"):
        raise refuse("device_works", f"the {act.device} is not out of use", d.cite("device_failed"), given=condition)
    d.add(e.DeviceRestored(act.device))


def change_procedure(d: Draft, act: a.ChangeProcedure) -> None:
    clause = d.cite("other_method")
    d.permitted(clause)
    if d.step is not None and d.step.kind != "bets":
        raise refuse("round_open", "a round is being played", clause, allowed="before the cards are dealt")
    if act.procedure not in ("manual_shoe", "hand", "automated_shoe"):
        raise refuse(
            "procedure",
            "unknown dealing procedure",
            clause,
            given=act.procedure,
            allowed="manual_shoe, hand, automated_shoe",
        )
    left = d.state.shoe if d.state.procedure == "automated_shoe" and act.procedure != "automated_shoe" else "none"
    if left in ("working", "failed"):
        raise refuse(
            "device_not_set_aside",
            "the dealing shoe must be dealt with first",
            d.cite("device_failed"),
            given=left,
            allowed=d.rules.book.measures,
        )
    approval = d.rules.book.procedure_approvals.get(act.procedure, "")
    if approval and not d.rules.terms.practice and not d.rules.terms.approvals.get(approval):
        raise refuse(
            "approval",
            "the regulator's approval for this procedure is missing from the submission",
            d.cite(f"choose_{act.procedure}"),
            given=act.procedure,
            allowed=f"approvals.{approval}",
        )
    lawful(d, act.procedure)
    d.add(e.ProcedureChanged(act.procedure, d.cite(f"choose_{act.procedure}")))


def lawful(d: Draft, procedure: str) -> None:
    """Refuses a dealing procedure that the present equipment does not allow (X-14)."""
    state = d.state
    if state.shuffler == "failed" or (state.shoe == "failed" and procedure != "automated_shoe"):
        raise refuse(
            "device_not_set_aside",
            "a failed device must be dealt with first",
            d.cite("device_failed"),
            given="failed",
            allowed=d.rules.book.measures,
        )
    if procedure == "hand" and state.shuffler != "working":
        raise refuse(
            "hand_needs_shuffler",
            "dealing from the hand needs a working shuffler",
            d.rules.cite("hand_shuffler"),
            given=state.shuffler,
            allowed="a working shuffler, or a shoe",
        )
    if procedure == "automated_shoe" and state.shoe != "working":
        raise refuse(
            "no_shoe",
            "there is no working automated shoe",
            d.rules.cite("choose_automated_shoe"),
            given=state.shoe,
            allowed="manual_shoe",
        )
    if procedure == "automated_shoe" and d.rules.book.shoe_needs_shuffler and state.shuffler != "working":
        raise refuse(
            "no_shuffler",
            "the automated shoe works together with its shuffler",
            d.rules.cite("choose_automated_shoe"),
            given=state.shuffler,
            allowed="manual_shoe",
        )
    present = [deck for deck in state.decks if deck.stage != "absent"]
    if len(present) > 1 and state.shuffler != "working":
        raise refuse(
            "two_decks",
            "two decks need a working shuffler",
            d.rules.cite("two_decks"),
            given="2 decks",
            allowed="1 deck",
        )


def adopt_terms(d: Draft, act: a.AdoptTerms) -> None:
    """New terms never change a running round: they take effect between rounds, when everybody fits under them."""
    clause = d.rules.book.positions_clause
    d.permitted(clause)
    if d.state.step >= 0:
        raise refuse("round_open", "terms do not change under a running round", clause, allowed="between rounds")
    beyond = [s.number for s in d.state.seats if s.player and s.number > act.terms.positions]
    if beyond:
        raise refuse(
            "seat_taken", "players sit beyond the new positions", clause, given=beyond[0], allowed=act.terms.positions
        )
    players = [s.player for s in d.state.seats if s.player]
    crowded = [p for p in players if players.count(p) > act.terms.positions_per_player]
    if crowded:
        raise refuse(
            "too_many_positions",
            "a player holds more positions than the new terms allow",
            d.cite("per_player"),
            given=players.count(crowded[0]),
            allowed=act.terms.positions_per_player,
        )
    present = [x.number for x in d.state.decks if x.stage != "absent"]
    if present and max(present) > act.terms.decks:
        raise refuse(
            "two_decks",
            "the spare deck must leave the table first",
            d.cite("two_decks"),
            given=max(present),
            allowed=act.terms.decks,
        )
    if act.terms.game != d.rules.game.id:
        raise refuse("other_game", "the terms are for another game", given=act.terms.game, allowed=d.rules.game.id)
    if act.terms.digest == d.rules.digest:
        raise refuse("same_terms", "these terms are in force already", given=act.terms.digest)
    d.add(e.TermsAdopted(act.terms))
