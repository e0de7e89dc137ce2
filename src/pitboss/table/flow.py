"""Where the round goes next: which step has work left, whose turn it is, what happens without anybody's act."""

from typing import assert_never

from pitboss.rulebook.pays import Lose
from pitboss.rulebook.words import ENVY
from pitboss.table import events as e
from pitboss.table.definition import Choice, Step, Target
from pitboss.table.devices import continuous
from pitboss.table.draft import Draft, live_wagers, stake
from pitboss.table.rules import Rules
from pitboss.table.state import ABANDONED, FOLDED, LIVE, OUT, VOID, Owing, Seat, State


def current(rules: Rules, state: State) -> Step | None:
    return rules.scripts[state.procedure][state.step] if state.step >= 0 else None


def owed_now(state: State, step: Step | None) -> Owing | None:
    """The first debt of cards that is due at once, before the step's own cards."""
    if not state.owing:
        return None
    return next((d for d in state.owing if not d.after or step is None or d.after != step.name), None)


def targets_due(rules: Rules, state: State) -> list[tuple[Target, bool]]:
    """Where the next cards go, delivery by delivery, and whether each is outside the plan."""
    if not state.owing:
        return [(target, False) for target in _planned(rules, state)]
    step = current(rules, state)
    now = [d for d in state.owing if not d.after or step is None or d.after != step.name]
    later = [d for d in state.owing if d not in now]
    due = [(_as_target(d), True) for d in now]
    for delivery, target in enumerate(_planned(rules, state), state.part_done):
        # A stack that held a face-up card is delivered without it and completed afterwards.
        short = sum(d.count for d in later if d.delivery == delivery)
        due.append((Target(target.to, target.count - short, target.clause, target.seat, target.up), False))
    return due + [(_as_target(d), True) for d in later]


def _planned(rules: Rules, state: State) -> tuple[Target, ...]:
    step = current(rules, state)
    if step is None or step.kind != "deal":
        return ()
    return rules.targets(state, step.part)[state.part_done :]


def _as_target(debt: Owing) -> Target:
    return Target(debt.to, debt.count, debt.clause, debt.seat, debt.up)


def turn(rules: Rules, state: State) -> int:
    """The position that decides or is settled next; 0 when nobody's turn it is."""
    step = current(rules, state)
    if step is None:
        return 0
    if step.kind == "ask":
        return next((s.number for s in state.seats if s.standing == LIVE and asked(rules, state, step, s)), 0)
    if step.kind == "settle":
        waiting = (s.number for s in reversed(state.seats) if s.standing != OUT and to_settle(rules, state, step, s))
        return next(waiting, 0)
    return 0


def asked(rules: Rules, state: State, step: Step, seat: Seat) -> bool:
    """Whether the position still has to answer at this step."""
    if state.void or seat.standing != LIVE or seat.acted == step.name:
        return False
    if step.unless and seat.stakes[rules.index[step.unless]]:
        return False
    return not step.when or _meets(rules, state, step, seat)


def _meets(rules: Rules, state: State, step: Step, seat: Seat) -> bool:
    """Whether the position's cell of the base wager is one of those to which the question is put."""
    names = [field.name for field in rules.fields[rules.base]]
    values = dict(zip(names, rules.game.classify(rules, state, seat, rules.base), strict=True))
    return all(values[name] in allowed for name, allowed in step.when)


def to_settle(rules: Rules, state: State, step: Step, seat: Seat) -> bool:
    """Whether the position still has to be settled at this step: its hand is on the table and a wager is alive."""
    if seat.standing == ABANDONED and rules.terms.envy and not state.void:
        return not seat.up  # others' envy bonuses look at the hand (X-10)
    if seat.standing not in (LIVE, FOLDED) or seat.settled == state.step or seat.discarded:
        return False
    if state.void:
        return any(stake(rules, seat, w) for w in step.wagers if w in state.spared)
    if (step.who, seat.standing) in (("played", FOLDED), ("folded", LIVE)):
        return False
    alive = live_wagers(rules, seat)
    return any(w in alive for w in step.wagers)


def to_collect(state: State, rules: Rules, seat: Seat) -> bool:
    """A folded position whose wagers still lie on the layout."""
    return seat.standing == FOLDED and any(seat.stakes[i] for i, wager in enumerate(rules.wagers) if wager.folds)


def contributions(rules: Rules, state: State) -> list[tuple[str, int]]:
    """What this round's metered wagers add to each meter, in millionths of a cent, exactly."""
    if rules.metered is None:
        return []
    place = rules.index[rules.metered]
    staked = sum(s.placed[place] for s in state.playing if s.placed and s.standing != VOID)
    return [(m.name, staked * m.rate) for m in rules.terms.meters if staked]


def envies(rules: Rules, state: State) -> list[tuple[Seat, Seat, e.EnvyPaid]]:
    """Every envy bonus due, from the dealer's right: receiver, holder, payment. Whoever made the metered wager receives
    them."""
    if rules.metered is None or not rules.terms.envy or state.void:
        return []
    place = rules.index[rules.metered]
    due: list[tuple[Seat, Seat, e.EnvyPaid]] = []
    holders = [s for s in reversed(state.seats) if s.standing in (LIVE, ABANDONED)]
    for seat in reversed(state.seats):
        if seat.standing != LIVE or not seat.placed[place]:
            continue
        for holder in holders:
            if holder.number == seat.number or holder.player == seat.player:
                continue
            cell = (seat.standing, *rules.game.classify(rules, state, holder, ENVY)[1:])
            outcome = rules.settlement.outcome(ENVY, cell)
            if not isinstance(outcome.pay, Lose):
                cents = getattr(outcome.pay, "cents", 0)
                paid = e.EnvyPaid(seat.number, holder.number, cents, outcome.clause, outcome.line)
                due.append((seat, holder, paid))
    return due


def work_left(rules: Rules, state: State, number: int) -> bool:
    """Whether this step of the script still asks for something, seen from the present state."""
    step = rules.scripts[state.procedure][number]
    match step.kind:
        case "bets":
            return state.decks[state.deck - 1].stage != "dealing"
        case "take":
            return _take_left(rules, state, step)
        case "deal":
            return _deal_left(rules, state, step, number)
        case "stub":
            return not state.stub_gone and not state.void and not continuous(rules, state)
        case "examine":
            return not state.examined and not state.void
        case "ask":
            return any(asked(rules, state, step, s) for s in state.seats if s.standing == LIVE)
        case "collect":
            return not state.void and any(to_collect(state, rules, s) for s in state.seats)
        case "show":
            return not state.void and not _shown(state, step)
        case "post":
            return _post_left(rules, state)
        case "settle":
            return any(to_settle(rules, state, step, s) for s in state.seats if s.standing != OUT)
        case "table":
            return state.table_settled < number and _table_work(rules, state, step)
        case "clear":
            return True
        case _:
            assert_never(step.kind)


def _take_left(rules: Rules, state: State, step: Step) -> bool:
    place = rules.index[step.wagers[0]]
    on_layout = not _over(state) and any(s.stakes[place] for s in state.playing)
    return on_layout or _uncounted(rules, state, step)


def _deal_left(rules: Rules, state: State, step: Step, number: int) -> bool:
    done = state.part_done if number == state.step else 0
    return not _over(state) and (bool(state.owing) or done < len(rules.targets(state, step.part)))


def _over(state: State) -> bool:
    """The round is void and no wager was spared."""
    return state.void and not state.spared


def _post_left(rules: Rules, state: State) -> bool:
    alive = not state.void or rules.metered in state.spared
    return alive and not state.posted and bool(contributions(rules, state))


def _uncounted(rules: Rules, state: State, step: Step) -> bool:
    wager = step.wagers[0]
    taken = any(s.taken[rules.index[wager]] for s in state.playing)
    return taken and wager not in state.counted and not state.void


def _shown(state: State, step: Step) -> bool:
    match step.place:
        case "dealer":
            return state.dealer_up
        case "box":
            return state.box_up or not state.box
        case "community":
            return state.community_up >= step.upto
        case "":
            raise ValueError(f"the step '{step.name}' turns nothing up")
        case _:
            assert_never(step.place)


def _table_work(rules: Rules, state: State, step: Step) -> bool:
    if ENVY in step.wagers:
        return bool(envies(rules, state))
    if state.void:
        return any(stake(rules, s, w) for s in state.playing for w in step.wagers if w in state.spared)
    return any(stake(rules, s, w) for s in state.playing for w in step.wagers)


def progress(d: Draft) -> None:
    """Opens steps until one asks for somebody's act; decides for players who have left (X-10)."""
    rules = d.rules
    script = rules.scripts[d.state.procedure]
    while d.state.step >= 0:
        step = script[d.state.step]
        if owed_now(d.state, step) is not None:
            return
        if step.kind == "ask":
            seat_number = turn(rules, d.state)
            if seat_number and d.state.seats[seat_number - 1].away:
                choice = next(c for c in step.choices if c.name == step.absent)
                answer(d, step, d.state.seats[seat_number - 1], choice, for_absent=True)
                continue
            if seat_number:
                return
        elif work_left(rules, d.state, d.state.step):
            return
        number = d.state.step + 1
        while not work_left(rules, d.state, number):
            number += 1
        d.add(e.StepOpened(number, script[number].name, script[number].clause))


def moved(rules: Rules, seat: Seat, choice: Choice) -> int:
    """What a choice lays down or takes back at this position, in cents."""
    match choice.does:
        case "raise":
            return seat.stakes[rules.index[choice.of]] * choice.times
        case "withdraw":
            return seat.stakes[rules.index[choice.wager]]
        case "fold" | "pass":
            return 0
        case _:
            assert_never(choice.does)


def answer(d: Draft, step: Step, seat: Seat, choice: Choice, *, for_absent: bool = False) -> None:
    """Carries out a player's decision."""
    rules = d.rules
    d.add(e.Decided(seat.number, step.name, choice.name, choice.clause, for_absent, choice.does == "fold"))
    match choice.does:
        case "raise":
            d.add(e.WagerPlaced(seat.number, choice.wager, moved(rules, seat, choice), choice.clause))
        case "withdraw":
            back = moved(rules, seat, choice)
            d.add(e.WagerReturned(seat.number, choice.wager, back, choice.clause, "withdrawn"))
        case "fold":
            if not any(s.kind == "collect" for s in rules.script(d.state.procedure)):
                collect_folded(d, d.state.seats[seat.number - 1])
        case "pass":
            pass
        case _:
            assert_never(choice.does)


def collect_folded(d: Draft, seat: Seat) -> None:
    """Takes the wagers a fold gives up, and the cards unless a live wager still needs them."""
    for place, wager in enumerate(d.rules.wagers):
        if wager.folds and seat.stakes[place]:
            d.add(e.WagerCollected(seat.number, wager.id, seat.stakes[place], d.cite("fold_collect")))
    if not any(d.rules.wager[w].keeps for w in live_wagers(d.rules, seat)):
        d.add(e.HandDiscarded(seat.number, d.cite("fold_discard")))
