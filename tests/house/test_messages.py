"""One set of messages: what is asked is read strictly, what is told is what the document and the scripts' types say."""

import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct
from websockets.sync.client import ClientConnection

from house.server_support import served
from pitboss.house.server import errors
from pitboss.house.server.app import endpoints
from pitboss.house.server.documents import document
from pitboss.house.server.shapes import Shapes
from pitboss.house.server.types_js import types
from pitboss.house.server.web_files import WEB
from pitboss.messages.base import MOST_CENTS, OnlyId
from pitboss.messages.money import ChipsAsked, TransferAsked
from pitboss.messages.people import AccountAsked, LoginAsked
from pitboss.messages.socket import Message, ReadySaid, RecallSaid, Said, SeedSaid
from pitboss.messages.tables import ActAsked, FeedAsked, TableAsked
from pitboss.table.actions import CloseBets, Decide


def read(shape: Any, **given: Any) -> Any:
    return msgspec.json.decode(json.dumps(given).encode(), type=shape)


@pytest.mark.parametrize("cents", [1, MOST_CENTS])
def test_amounts_at_the_edge_are_read(cents: int) -> None:
    assert read(ChipsAsked, id="1", cents=cents).cents == cents


@pytest.mark.parametrize("cents", [0, -1, MOST_CENTS + 1, "5", True, 0.5, None])
def test_amounts_beyond_it_are_not(cents: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(ChipsAsked, id="1", cents=cents)


@pytest.mark.parametrize("act_id", ["x", "x" * 64, "ä 1"])
def test_ids(act_id: str) -> None:
    assert read(OnlyId, id=act_id).id == act_id


@pytest.mark.parametrize("act_id", ["", "x" * 65, "a\n", "\n", "a\x00", "a\u202eb", "a\u2028", "a\u200bb", 5])
def test_no_ids(act_id: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(OnlyId, id=act_id)


def refused(shape: Any, **given: Any) -> tuple[str, str]:
    with pytest.raises(msgspec.ValidationError) as found:
        read(shape, **given)
    refusal = errors.of_shape(found.value, shape)
    assert refusal.code == "shape"
    return refusal.given, refusal.allowed


def test_a_refusal_names_the_place_and_what_is_allowed_and_repeats_nothing() -> None:
    assert refused(ChipsAsked, id="1") == ("body.cents", "body.cents: this is needed")
    assert refused(ChipsAsked, id="1", cents=0) == ("body.cents", "body.cents: Expected `int` >= 1")
    assert refused(ChipsAsked, id="1", cents=1, luck=7) == ("body.luck", "body.luck: there is no such field")
    assert refused(ChipsAsked, id="a\n", cents=1) == ("body.id", "body.id: printable characters only")
    assert refused(ChipsAsked, id="a\u200b", cents=1) == ("body", "body: id: printable characters only")
    terms = {"id": "1", "submission": "x"}
    place, allowed = refused(TableAsked, **terms, dealer="secret")
    assert (place, allowed) == ("body.dealer", "body.dealer: one of 'automatic', 'person'")
    assert refused(TableAsked, **terms, links={"a": 1})[0] == "body.links[...]"
    long = refused(LoginAsked, handle="Ann", password="hunter2" * 200)
    assert long == ("body.password", "body.password: Expected `str` of length <= 1024")
    assert "hunter2" not in str(long)


def test_an_account_moves_from_and_to() -> None:
    asked = read(TransferAsked, **{"id": "1", "from": "cage", "to": "patron:Ann", "cents": 5, "reason": "found"})
    assert (asked.giver, asked.to) == ("cage", "patron:Ann")
    assert read(AccountAsked, handle="Ann", roles=["player"], password="x").id is None
    assert read(FeedAsked, id="1", cards=["Ah"]).seats == []


# --- shapes -----------------------------------------------------------------------------------------------------------


class Inner(Struct, frozen=True, tag="inner"):
    """Inside."""

    number: int
    """How many."""
    more: int = 0


class Asking(Struct, forbid_unknown_fields=True):
    inner: Inner
    kind: Literal["a", "b"] = "a"


class Telling(Struct):
    inner: list[Inner | None]
    short: Annotated[str, Meta(max_length=3)] = ""


def test_what_may_come_and_what_is_sent() -> None:
    """Worked out by hand: what is asked may leave out its defaults, what is told never does."""
    asked, told = Shapes([Asking], []).components, Shapes([], [Telling]).components
    assert asked["Inner"]["required"] == ["type", "number"] and "additionalProperties" not in asked["Inner"]
    assert asked["Asking"]["required"] == ["inner"] and asked["Asking"]["additionalProperties"] is False
    assert told["Inner"]["required"] == ["type", "number", "more"] and told["Inner"]["additionalProperties"] is False
    assert told["Telling"]["required"] == ["inner", "short"]
    both = Shapes([Asking], [Telling]).components
    assert both["Inner"]["required"] == ["type", "number"], "what may come is described as it may come"


def test_the_document_says_what_the_source_says() -> None:
    schemas = document(endpoints())["components"]["schemas"]
    assert schemas["Me"]["properties"]["practice"] == {
        "type": "integer",
        "description": "Your practice chips, which count at practice tables and nowhere else; cents.",
    }
    assert schemas["TransferAsked"]["properties"]["from"]["description"] == "cage or patron:NAME"
    assert schemas["Problem"]["required"] == ["code", "message", "clause", "given", "allowed"]
    assert {"Hello", "Change", "Accepted", "NotDone", "Recalled", "Bye", "Offer", "View"} <= set(schemas)


def test_the_types_of_the_scripts_are_fresh() -> None:
    """`python -m pitboss.house.server.types_js > src/pitboss/web/types.d.ts` writes them."""
    made = types()
    assert (WEB / "types.d.ts").read_text(encoding="utf-8") == made
    assert "export type Message = Hello | Change | Meters | Accepted | NotDone | Recalled | Bye;\n" in made
    assert "export interface OwnSeat {\n  table: number;\n  seat: number;\n}\n" in made
    assert "  as?: string | null;\n" in made and '  do: "Decide";\n  seat: number;\n' in made
    assert "  matters: [string, number][];\n" in made and "  meters: Record<string, number>;\n" in made
    assert '  dealer?: "automatic" | "person";\n' in made
    assert "export interface SeedSaid {\n  deck: number;\n  seed: string;\n}\n" in made
    assert "  ready?: ReadySaid;\n  ping?: true;\n  recall?: RecallSaid;\n" in made
    assert '  speed?: "quick" | "slow" | "usual";\n}\n' in made


def test_no_message_has_a_second_shape_written_by_hand() -> None:
    named = re.compile(r"^export (?:interface|type) (\w+)", re.MULTILINE)
    by_hand, made = (set(named.findall((WEB / name).read_text("utf-8"))) for name in ("shapes.d.ts", "types.d.ts"))
    assert len(by_hand) > 5 and len(made) > 200
    assert by_hand & made == set()


# --- sockets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (Said("1", do=Decide(2, "check")), '{"id":"1","do":{"do":"Decide","seat":2,"choice":"check"}}'),
        (
            Said("2", do=Decide(2, "x"), as_="dealer"),
            '{"id":"2","do":{"do":"Decide","seat":2,"choice":"x"},"as":"dealer"}',
        ),
        (Said("3", seed=SeedSaid(1, "luck")), '{"id":"3","seed":{"deck":1,"seed":"luck"}}'),
        (Said("4", ready=ReadySaid(6)), '{"id":"4","ready":{"seat":6}}'),
        (Said("5", ping=True), '{"id":"5","ping":true}'),
        (Said("6", recall=RecallSaid(17)), '{"id":"6","recall":{"until":17}}'),
        (Said("7", speed="quick"), '{"id":"7","speed":"quick"}'),
    ],
)
def test_what_a_client_says_is_as_docs_api_shows_it(said: Said, text: str) -> None:
    assert msgspec.json.encode(said).decode() == text
    assert msgspec.json.decode(text, type=Said) == said


@pytest.mark.parametrize(
    "odd", ['{"ping":true}', '{"id":"1","ping":false}', '{"id":"1","ready":{"seat":1,"more":1}}', '{"id":"1","luck":1}']
)
def test_what_a_client_may_not_say(odd: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(odd, type=Said)


def test_what_sockets_say_is_what_the_structures_say(tmp_path: Path) -> None:
    """Everything a player and a spectator hear in a round is read by the structures and comes out the same:
    nothing is sent that they do not name, nothing is left out that they promise."""
    decoder, kinds = msgspec.json.Decoder(Message), set()
    with served(tmp_path) as server:
        player = server.guest("Ann")
        with server.socket(3, player) as socket, server.socket(3) as watching:
            heard = [said_by(socket), said_by(watching)]
            for number, act in enumerate(
                ({"do": "TakeSeat", "seat": 1, "player": "Ann"}, {"do": "Decide", "seat": 1, "choice": "no"})
            ):
                socket.send(json.dumps({"id": f"act {number}", "do": act}))
                heard += until(socket, ("done", "refused"))
            socket.send(json.dumps({"id": "again", "recall": {"until": 1}}))
            heard += until(socket, ("recalled",))
            heard.append(said_by(watching))
            player.logout()
            heard += until(socket, ("bye",))
    for text in heard:
        found = decoder.decode(text)
        kinds.add(type(found).__name__)
        assert msgspec.json.decode(msgspec.json.encode(found)) == msgspec.json.decode(text)
    assert kinds == {"Hello", "Change", "Accepted", "NotDone", "Recalled", "Bye"}


def said_by(socket: ClientConnection) -> str:
    found = socket.recv(20)
    assert isinstance(found, str)
    return found


def until(socket: ClientConnection, kinds: tuple[str, ...]) -> list[str]:
    heard = [said_by(socket)]
    while json.loads(heard[-1])["type"] not in kinds:
        heard.append(said_by(socket))
    return heard


def test_an_act_is_read_like_every_other_request() -> None:
    """Its id is bounded as all are; what is wrong within the act is named by its place and not repeated."""
    close = {"do": "CloseBets"}
    assert read(ActAsked, id="1", do=close).do == CloseBets()
    for act_id in ("", "x" * 65, "a\n", "a\u202eb", "a\u200bb"):
        with pytest.raises(msgspec.ValidationError):
            read(ActAsked, id=act_id, do=close)
    assert refused(ActAsked, id="a\n", do=close) == ("body.id", "body.id: printable characters only")
    assert refused(ActAsked, id="1", do={"do": "Cheat"}) == ("body.do.do", "body.do.do: one of the documented values")
    assert refused(ActAsked, id="1", do={**close, "luck": 7}) == (
        "body.do.luck",
        "body.do.luck: there is no such field",
    )
