"""What somebody knows: by game, drill and topic how often he was right, how quick he is, and when it comes back.

When a topic comes back is worked out by FSRS (the library `fsrs`), without any chance in it: the same answers at the
same times make the same memory. Nothing here has a clock; who calls brings the time, in milliseconds since 1970."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

import fsrs
from msgspec import Meta, Struct
from msgspec.structs import replace

SLOW = 2
"""A right answer that took so many times as long as usual is one that was hard."""
ENOUGH = 3
"""Right answers before there is a usual pace."""
LONGEST = 3_600_000
"""Milliseconds that count for one answer: whoever went away did not think all the time."""
_SCHEDULER = fsrs.Scheduler(enable_fuzzing=False, maximum_interval=365)
_ZERO = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)
Moment = Annotated[int, Meta(ge=0, le=32_503_680_000_000)]
"""Milliseconds since 1970, until the year 3000."""


class TopicKey(Struct, frozen=True, forbid_unknown_fields=True):
    """What is learnt."""

    game: str
    drill: str
    topic: str


class TopicMemory(Struct, frozen=True, forbid_unknown_fields=True):
    """One topic as far as somebody has learnt it."""

    key: TopicKey
    attempts: Annotated[int, Meta(ge=1)]
    right: Annotated[int, Meta(ge=0)]
    took: Annotated[int, Meta(ge=0)]
    """Milliseconds of all answers together."""
    took_right: Annotated[int, Meta(ge=0)]
    """Of the right ones."""
    last: Moment
    due: Moment
    state: Annotated[int, Meta(ge=1, le=3)]
    """Of FSRS: learning, review, relearning."""
    step: Annotated[int, Meta(ge=0, le=10)] | None
    stability: Annotated[float, Meta(gt=0, le=1e6)]
    difficulty: Annotated[float, Meta(ge=1, le=10)]
    """From 1, easy, to 10."""


class TrainingMemory(Struct, frozen=True, forbid_unknown_fields=True):
    """All that somebody has learnt."""

    topics: tuple[TopicMemory, ...] = ()

    def of(self, key: TopicKey) -> TopicMemory | None:
        return next((each for each in self.topics if each.key == key), None)


class TopicStanding(Struct, frozen=True):
    """Where somebody stands with a topic at a moment."""

    key: TopicKey
    attempts: int
    right: int
    percent: int | None
    """Right answers in a hundred, rounded down; None before the first."""
    pace: int | None
    """Milliseconds that an answer takes him, on average."""
    due: int | None
    """When it comes back; None for a topic that is new."""
    is_due: bool


def remember(memory: TrainingMemory, key: TopicKey, *, right: bool, took: int, now: int) -> TrainingMemory:
    """One more answer: right or not, how many milliseconds it took, and when it was given."""
    before = memory.of(key)
    took = min(max(0, took), LONGEST)
    after = _reviewed(_as_of(before, now) if before else None, key, right, took, now)
    others = tuple(after if each.key == key else each for each in memory.topics)
    return TrainingMemory(others if before else (*memory.topics, after))


def next_topic(memory: TrainingMemory, offered: Sequence[TopicKey], now: int) -> TopicKey:
    """Which of these comes next: what is due, the hardest first; then what is new, in its order; where there is
    neither, what comes back soonest."""
    known = {each.key: _as_of(each, now) for each in memory.topics}
    places = {key: place for place, key in enumerate(offered)}
    due = [known[key] for key in offered if key in known and known[key].due <= now]
    if due:
        return min(due, key=lambda each: (-each.difficulty, each.due, places[each.key])).key
    new = [key for key in offered if key not in known]
    return new[0] if new else min(offered, key=lambda key: (known[key].due, places[key]))


def standing(memory: TrainingMemory, offered: Iterable[TopicKey], now: int) -> tuple[TopicStanding, ...]:
    """Where he stands with each of these."""
    return tuple(_standing(memory.of(key), key, now) for key in offered)


def _standing(found: TopicMemory | None, key: TopicKey, now: int) -> TopicStanding:
    if found is None:
        return TopicStanding(key, 0, 0, None, None, None, False)
    held = _as_of(found, now)
    percent, pace = held.right * 100 // held.attempts, held.took // held.attempts
    return TopicStanding(key, held.attempts, held.right, percent, pace, held.due, held.due <= now)


def _as_of(held: TopicMemory, now: int) -> TopicMemory:
    """The same where the clock was set back since: as long ago as can be, and back after the same time."""
    back = held.last - now
    return held if back <= 0 else replace(held, last=now, due=max(now, held.due - back))


def _reviewed(before: TopicMemory | None, key: TopicKey, right: bool, took: int, now: int) -> TopicMemory:
    card = fsrs.Card(1, due=_time(now))
    if before is not None:
        state, due, last = fsrs.State(before.state), _time(before.due), _time(before.last)
        card = fsrs.Card(1, state, before.step, before.stability, before.difficulty, due, last)
    after, _ = _SCHEDULER.review_card(card, _rating(before, right, took), _time(now))
    assert after.stability is not None and after.difficulty is not None
    attempts, rights, all_took, right_took = (
        (before.attempts, before.right, before.took, before.took_right) if before else (0, 0, 0, 0)
    )
    return TopicMemory(
        key=key,
        attempts=attempts + 1,
        right=rights + right,
        took=all_took + took,
        took_right=right_took + right * took,
        last=now,
        due=(after.due - _ZERO) // _MS,
        state=after.state.value,
        step=after.step,
        stability=after.stability,
        difficulty=after.difficulty,
    )


def _rating(before: TopicMemory | None, right: bool, took: int) -> fsrs.Rating:
    if not right:
        return fsrs.Rating.Again
    if before is not None and before.right >= ENOUGH and took * before.right > SLOW * before.took_right:
        return fsrs.Rating.Hard
    return fsrs.Rating.Good


def _time(ms: int) -> datetime:
    return _ZERO + ms * _MS
