"""What the operator may choose, by the keys that a Rules Submission has."""

from msgspec import Struct

from pitboss.rulebook.submission_options import Option

_TOP_LEVEL = ("breakage", "smallest_chip")
"""Keys that stand above all tables of the file, whatever part of the rules they belong to."""
_WORDS = {"number": "a number", "amount": "an amount in dollars", "table": "a table"}
_DEFINITION = "left out, or a complete approved definition (amount, cards, lines and the meters)"
NOT_CONDUCTED = ("match_play",)
"""What the rules mention and a submission is refused for."""


class Key(Struct, frozen=True):
    """Where a choice is written, and what may be written there."""

    path: str
    values: str


def keys(option: Option) -> tuple[Key, ...]:
    """The keys of a submission that make up this choice; none where it is refused."""
    values = _values(option)
    match option.section:
        case _ if option.name in NOT_CONDUCTED:
            return ()
        case "readings" | "dealing":
            return (Key(f"{option.section}.{option.name}", values),)
        case "wagers":
            return _wager(option)
        case "meters":
            return (Key(f"meters.NAME.{ {'meter_rates': 'rate'}.get(option.name, option.name[6:]) }", values),)
        case "limits" if option.name == "limits":
            return (Key("wagers.NAME.minimum, .maximum, .increment", "an amount in dollars each"),)
        case "limits" if option.name not in _TOP_LEVEL:
            return (Key(f"limits.{option.name}", values),)
        case "table" if option.name == "approvals":
            return (Key("approvals.NAME", "the reference of each approval"),)
        case _:
            return (Key(option.name, values),)


def _values(option: Option) -> str:
    return ", ".join(_WORDS.get(value, value) for value in option.values) or _WORDS.get(option.kind, option.kind)


def _wager(option: Option) -> tuple[Key, ...]:
    if option.name == "progressive_wager":
        return (Key("wagers.progressive.amount", ", ".join(option.values)),)
    wager = option.name.removesuffix("_table")
    letters = [value for value in option.values if len(value) == 1]
    offered = Key(f"wagers.{wager}.offered", "true, false")
    if "definition" in option.values:
        return (Key(f"wagers.{wager}", _DEFINITION),)
    if not letters:
        return (offered,)
    paytable = Key(f"wagers.{wager}.paytable", ", ".join(letters))
    own = [Key(f"wagers.{wager}.lines", "a paytable of your own")] if "custom" in option.values else []
    return (*([offered] if "off" in option.values else []), paytable, *own)
