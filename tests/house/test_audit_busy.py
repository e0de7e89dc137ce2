"""One audit at a time: who asks for a second is told what really runs."""

import asyncio
import sys

import pytest

from pitboss.house.audit import auditor
from pitboss.house.audit.auditor import Asked, Auditor, question
from pitboss.table.refusals import RefusedAct

WAITS = (sys.executable, "-c", "import sys; sys.stdin.read()")


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        ("verify", "somebody else is verifying the trail"),
        ("hold", "what wagers brought is being looked at for somebody else"),
        ("review", "decisions of players are being reviewed for somebody else"),
    ],
)
def test_who_asks_for_a_second_is_told_what_runs(runs: Asked, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And whatever he asks for himself; when the first has ended, the next may begin."""
    monkeypatch.setattr(auditor, "COMMAND", WAITS)

    async def both() -> None:
        asking = Auditor()
        first = asyncio.ensure_future(asking.ask(question("sqlite:///none", "key", None, None, runs)))
        await asyncio.sleep(0)
        for wanted in ("verify", "review"):
            with pytest.raises(RefusedAct) as told:
                await asking.ask(question("sqlite:///none", "key", None, None, wanted))
            assert (told.value.refusal.code, told.value.refusal.message) == ("busy", said)
        while asking._process is None:
            await asyncio.sleep(0.01)
        asking._end()
        with pytest.raises(RuntimeError, match="ended without an answer"):
            await first
        monkeypatch.setattr(auditor, "COMMAND", (sys.executable, "-c", "import sys; sys.stdin.readline(); print(1)"))
        assert await asking.ask(question("sqlite:///none", "key", None, None, runs)) == b"1\n"

    asyncio.run(both())
