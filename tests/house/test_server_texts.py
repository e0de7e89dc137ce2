"""Names and reasons stay in the trail for good and are read on terminals and on paper: what would harm is refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from house.server_support import Served, served
from house.test_server_staff import code


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("texts")) as made:
        yield made


NUL, TURNED = "Al\x00", "a\u202eb"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/v1/patrons/Al%00/ledger", None),
        ("GET", "/api/v1/accounts/%00/sessions", None),
        ("DELETE", "/api/v1/accounts/Al/sessions/%00", None),
        ("GET", "/api/v1/audit/rounds?patron=%00", None),
        ("POST", "/api/v1/transfers", {"from": f"patron:{NUL}", "to": "cage", "cents": 1, "reason": "no"}),
        ("POST", "/api/v1/transfers", {"from": "cage", "to": "patron:Pat", "cents": 1, "reason": TURNED}),
        ("POST", "/api/v1/capital", {"cents": 1, "reason": "one\ntwo"}),
        ("POST", "/api/v1/tables/1/close", {"reason": NUL}),
    ],
)
def test_texts_that_no_reader_should_meet_are_refused(
    server: Served, method: str, path: str, body: dict[str, Any] | None
) -> None:
    """Also by PostgreSQL, which keeps no such text, they would be; but not in words that help anybody."""
    asked = {"id": f"odd {path}", **body} if body is not None else None
    assert code(server.manager, method, path, asked) == (422, "shape")


@pytest.mark.parametrize("words", [NUL, TURNED, "x" * 201])
def test_reasons_of_acts_are_readable_too(server: Served, words: str) -> None:
    for do in (
        {"do": "OrderShuffle", "reason": words},
        {"do": "Report", "kind": "violation", "seat": 1, "detail": words},
    ):
        asked = {"id": f"odd {words[:3]!r} {do['do']}", "do": do}
        assert code(server.manager, "POST", "/api/v1/tables/1/acts", asked) == (409, "text")


@pytest.mark.parametrize("act_id", ["\u202eabc", "\u2028x", "a\u200bb", "\x85z", "\ue000"])
def test_an_id_is_printable_wherever_it_is_sent(server: Served, act_id: str) -> None:
    paid = {"id": act_id, "cents": 1, "reason": "no"}
    assert code(server.manager, "POST", "/api/v1/capital", paid) == (422, "shape")
    filled = code(server.manager, "POST", "/api/v1/tables/1/fill", paid)
    assert filled[1] in ("shape", "act_id")
