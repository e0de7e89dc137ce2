"""Plain functions as routes. The signature says what a function takes: the desk, the session of whoever asks, what
stands in the address (or, where it says so, in a header), and a body; what it gives back is a message or a whole
response. The OpenAPI document reads the same signatures."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.house.server import errors
from pitboss.house.server.access import Signed, session_of
from pitboss.house.server.desk import Desk
from pitboss.house.server.speaking import asked_in, in_language
from pitboss.table.refusals import RefusedAct

F = TypeVar("F", bound=Callable[..., Awaitable[Any]])
JSON = "application/json"
ENCODER = msgspec.json.Encoder()
CHANGES = (400, 401, 403, 404, 409, 413, 422)
"""How what changes something may be refused."""
IN_HEADER = {"in": "header"}
"""What `Meta.extra` says of a parameter that is a header."""


class AnswerShown(Struct, frozen=True):
    """One of the answers of a route, for its documentation."""

    description: str = "Successful Response"
    shape: Any = None
    """The type of what is told; None: nothing is."""
    kinds: tuple[str, ...] = (JSON,)


SAME = {304: AnswerShown("You have it already.")}


class Parameter(Struct, frozen=True):
    """What stands in an address or a header."""

    name: str
    place: str
    """path, query or header"""
    shape: Any
    default: Any
    """`inspect.Parameter.empty` where there must be one."""


class Endpoint(Route):
    """One function at one address."""

    def __init__(
        self,
        method: str,
        path: str,
        function: Callable[..., Awaitable[Any]],
        *,
        tag: str,
        refused: tuple[int, ...],
        status: int,
        also: Mapping[int, AnswerShown],
        body: Any = None,
    ) -> None:
        super().__init__(path, self._respond, methods=[method], name=function.__name__)
        self.methods = {method}  # who asks for a HEAD only is told that there is none
        self.function, self.tag, self.status, self.refused = function, tag, status, refused
        self.method, self.body = method, body
        self.parameters: list[Parameter] = []
        self._provided: dict[type, str] = {}
        """The parameters that hold the desk and the request itself, by their kind."""
        self._read_signature()
        told = get_type_hints(function, include_extras=True)["return"]
        shape = get_args(told)[1] if get_origin(told) is Annotated else None if told is type(None) else told
        self.shown: dict[int, AnswerShown] = {status: AnswerShown(shape=shape), **also}

    def _read_signature(self) -> None:
        self._asked, self._signed, self.may_be_empty = "", "", False
        hints = get_type_hints(self.function, include_extras=True)
        for name, parameter in inspect.signature(self.function).parameters.items():
            hint = hints[name]
            if hint in (Desk, Request):
                self._provided[hint] = name
            elif hint == Signed:
                self._signed = name
            elif any(isinstance(each, type) and issubclass(each, Struct) for each in (hint, *get_args(hint))):
                self._asked, self.body, self.may_be_empty = name, hint, type(None) in get_args(hint)
            else:
                self.parameters.append(Parameter(name, self._place(name, hint), _without_none(hint), parameter.default))
        self._query = {each.name for each in self.parameters if each.place == "query"}
        self._headers = [each.name for each in self.parameters if each.place == "header"]
        fields = [
            (each.name, each.shape)
            if each.default is inspect.Parameter.empty
            else (each.name, each.shape, each.default)
            for each in self.parameters
        ]
        self._address = msgspec.defstruct(f"{self.name}_address", fields, kw_only=True)
        self._decoder = msgspec.json.Decoder(self.body) if self._asked else None

    def _place(self, name: str, hint: Any) -> str:
        if any(isinstance(each, Meta) and each.extra == IN_HEADER for each in get_args(hint)):
            return "header"
        return "path" if name in self.param_convertors else "query"

    async def _respond(self, request: Request) -> Response:
        given: dict[str, Any] = {}
        # What cannot be read at all is told first, what does not fit only to those who may ask.
        asked = await self._read_body(request) if self._decoder is not None else None
        if self._signed:
            given[self._signed] = await session_of(request, self._query)
        if self.parameters:
            given |= self._read_address(request)
        if isinstance(asked, RefusedAct):
            raise asked
        if self._asked:
            given[self._asked] = asked
        if Desk in self._provided:
            given[self._provided[Desk]] = request.app.state.desk
        if Request in self._provided:
            given[self._provided[Request]] = request
        told = await self.function(**given)
        if isinstance(told, Response):
            return told
        return answer(in_language(told, asked_in(request.scope)), self.status)

    def _read_address(self, request: Request) -> dict[str, Any]:
        found: dict[str, Any] = {**request.query_params, **request.path_params}
        found |= {name: request.headers[name] for name in self._headers if name in request.headers}
        try:
            return msgspec.structs.asdict(msgspec.convert(found, self._address, strict=False))
        except msgspec.ValidationError as error:
            places = {each.name: f"{each.place}.{each.name}" for each in self.parameters}
            raise RefusedAct(errors.of_shape(error, self._address, places)) from None

    async def _read_body(self, request: Request) -> Any:
        """The body, or what is wrong with its shape; raises where it cannot be read at all."""
        assert self._decoder is not None
        raw = await body_of(request)
        if not raw and self.may_be_empty:
            return None
        if raw and not is_json(request):
            return RefusedAct(errors.shape("body", "a JSON object, sent as application/json"))
        try:
            return self._decoder.decode(raw) if raw else RefusedAct(errors.shape("body", "a JSON object"))
        except msgspec.ValidationError as error:
            unreadable = errors.unreadable(raw)
            if unreadable is not None:
                raise RefusedAct(unreadable) from None
            return RefusedAct(errors.of_shape(error, self.body))
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise RefusedAct(errors.of_text(error)) from None


async def body_of(request: Request) -> bytes:
    """Its body. Who goes away in the middle of it made no mistake of ours; nobody hears that it is refused."""
    try:
        return await request.body()
    except ClientDisconnect:
        raise RefusedAct(errors.shape("body", "the whole of it")) from None


def _without_none(hint: Any) -> Any:
    """What stands in an address, where it does: None is said by leaving it out."""
    inside = [each for each in get_args(hint) if each is not type(None)]
    return inside[0] if isinstance(hint, UnionType) or get_origin(hint) is Union else hint


class Endpoints(list[Endpoint]):
    """The routes of one matter: `@routes.get("/tables", 401)` before a function."""

    def __init__(self, tag: str, prefix: str = "/api/v1") -> None:
        super().__init__()
        self._tag, self._prefix = tag, prefix

    def _at(self, method: str, path: str, refused: tuple[int, ...], **more: Any) -> Callable[[F], F]:
        usual = {"tag": self._tag, "status": 200, "also": {}}

        def keep(function: F) -> F:
            self.append(Endpoint(method, self._prefix + path, function, refused=refused, **{**usual, **more}))
            return function

        return keep

    def get(self, path: str, *refused: int, **more: Any) -> Callable[[F], F]:
        """`refused`: the statuses of its refusals; `status`, `also`, `tag`, `body`: for the document."""
        return self._at("GET", path, refused, **more)

    def post(self, path: str, *refused: int, **more: Any) -> Callable[[F], F]:
        return self._at("POST", path, refused, **more)

    def patch(self, path: str, *refused: int, **more: Any) -> Callable[[F], F]:
        return self._at("PATCH", path, refused, **more)

    def delete(self, path: str, *refused: int, **more: Any) -> Callable[[F], F]:
        return self._at("DELETE", path, refused, **more)


def answer(told: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A message as a response; without one, none."""
    if told is None:
        return Response(status_code=status, headers=headers)
    return Response(ENCODER.encode(told), status, headers, JSON)


def only_get(path: str, function: Callable[[Request], Awaitable[Response]]) -> Route:
    """A route that the document does not tell of."""
    made = Route(path, function)
    made.methods = {"GET"}
    return made


def is_json(request: Request) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == JSON
