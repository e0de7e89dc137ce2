"""Coming and going, and accounts."""

from typing import Annotated

from msgspec import Meta

from pitboss.messages.base import AnswerBody, Asked, Handle, MaybeId, Password
from pitboss.rulebook.roles import LOBBY, ROLES


class GuestAsked(Asked):
    name: Annotated[str, Meta(max_length=96)] = ""
    """The name at the tables; without one the house gives one."""


class LoginAsked(Asked):
    handle: Handle
    password: Password


class SetupAsked(LoginAsked):
    token: Annotated[str, Meta(min_length=1, max_length=200)]
    """From the set-up link printed at the first start."""


class ConfirmAsked(Asked):
    password: Password


class PasswordAsked(MaybeId, kw_only=True):
    old: Password
    new: Password


class Entered(AnswerBody):
    token: str
    """Shown this once. Send it as `Authorization: Bearer TOKEN`; browsers have a cookie."""
    handle: str
    roles: list[str]
    balance: int
    """Your chips, in cents: real ones; of a guest, who has no others, practice chips."""
    home: str = LOBBY
    """The page that is yours now."""


class OwnSeat(AnswerBody):
    table: int
    seat: int


class RoleShown(AnswerBody):
    """A role that people have in the house."""

    name: str
    """As accounts have it."""
    title: str
    """The word for it."""
    staff: bool
    """Works at the tables."""


class Me(AnswerBody):
    handle: str
    roles: list[str]
    may: list[str]
    """The operations that your roles permit, by their names. Some want your password again, or a second person."""
    home: str
    """The page that is yours after signing in."""
    guest: bool
    balance: int
    """Your chips, in cents: real ones; of a guest, who has no others, practice chips."""
    practice: int
    """Your practice chips, which count at practice tables and nowhere else; cents."""
    seats: list[OwnSeat]


class Visitor(AnswerBody):
    me: Me | None
    """Who is logged in, as `/me` tells it; null: nobody."""


class SessionShown(AnswerBody):
    id: str
    handle: str
    created_at: int
    expires_at: int
    agent: str
    current: bool
    """The session that asks."""


class AccountAsked(MaybeId, kw_only=True):
    handle: Handle
    roles: Annotated[list[str], Meta(min_length=1, max_length=len(ROLES))]
    password: Password


class AccountChange(MaybeId, kw_only=True):
    roles: Annotated[list[str], Meta(min_length=1, max_length=len(ROLES))] | None = None
    disabled: bool | None = None
    password: Password | None = None


class AccountShown(AnswerBody):
    handle: str
    roles: list[str]
    guest: bool
    disabled: bool
    locked: bool
    created_at: int
    balance: int
    """Real chips; a guest has none. Cents."""
    practice: int
    """Practice chips, which are worth nothing; cents."""


class AccountRules(AnswerBody):
    """What names and passwords must be like, for those who ask before they are refused."""

    name: str
    """What a name may be, in words."""
    name_longest: int
    password_shortest: int
    password_longest: int
    password_varied: int
    """Different characters a password has at least."""
