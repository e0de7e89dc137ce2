"""A plain page at the address that `pitboss serve` prints: the tables, and what to do next. It needs no script."""

from html import escape

from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import only_get
from pitboss.rulebook.folders import games
from pitboss.rulebook.pays import dollars

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
STYLE = """\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8886; padding: .4rem .6rem; text-align: left; vertical-align: top; }
code, pre { background: #8882; border-radius: .2rem; padding: .1rem .3rem; overflow-x: auto; }
pre { padding: .6rem; }
"""


async def style(_: Request) -> Response:
    return Response(STYLE, headers={"cache-control": "max-age=3600"}, media_type="text/css")


ROUTES = (only_get("/style.css", style),)


def page(desk: Desk) -> str:
    rows = []
    for number, table in sorted(desk.house.tables.items()):
        rules, state = table.now.rules, table.now.state
        least = min((w.minimum for w in rules.terms.wagers), default=0)
        taken = sum(bool(seat.player) for seat in state.seats)
        cells = (
            str(number),
            table.fixed.name,
            rules.book.title,
            f"{taken} of {rules.terms.positions}",
            f"from {dollars(least)}",
            f"round {state.round}, {table.step_name}",
        )
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pitboss</title><link rel="stylesheet" href="/style.css"></head>
<body>
<h1>Pitboss</h1>
<p>The house is open. Every card, wager and payment here follows a clause of the game's rulebook.</p>
<table>
<thead><tr><th>Table</th><th>Name</th><th>Game</th><th>Seats</th><th>Wagers</th><th>Now</th></tr></thead>
<tbody>
{"".join(rows) or '<tr><td colspan="6">No table is open.</td></tr>'}
</tbody>
</table>
<h2>What to do next</h2>
<ul>
<li>Let a program play: <code>python examples/bot.py --game {games()[0]} --rounds 10</code></li>
<li>Write your own with <code>pitboss.client</code>, or talk to the <a href="/api">API</a>.</li>
<li>Check a shuffle: <code>pitboss verify-shuffle FILE</code>; check the record: <code>pitboss audit verify</code>.</li>
</ul>
</body>
</html>
"""
