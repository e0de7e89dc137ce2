"""What a table's tray must hold, by a second way: the fills and credits on the trail, and the chips carried by hand as
the events on it tell. The books are not asked, nor the code that keeps them."""

from fractions import Fraction

from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import read
from pitboss.table import events as e
from second_books import MICRO, SecondBooks


def in_the_tray(house: House, table: LiveTable) -> int:
    """Counted chips, fills less credits, less contributions, with reversals and hits: in cents."""
    with house.engine.connect() as conn:
        rows = [(row.kind, b.decode(row)) for row in read(conn, table.fixed.chain)]
    opened = rows[0][1]
    assert isinstance(opened, b.Opened)
    meters = opened.terms.meters
    linked = table.fixed.links or any(adopts(body) for _, body in rows)
    readings = None if linked else {meter.name: meter.initial * MICRO for meter in meters}
    percent = {meter.name: Fraction(meter.rate, 10_000) for meter in meters}
    books = SecondBooks(percent, {meter.name: meter.reset // 100 for meter in meters}, readings)
    given = 0
    for kind, body in rows:
        if isinstance(body, b.ActDone):
            books.follow(body.events)
        elif isinstance(body, b.Chips):
            given += body.cents if kind == "fill" else -body.cents
    return books.in_the_tray(given)


def adopts(body: b.Body) -> bool:
    """Whether new terms came into force: their meters may be others."""
    return isinstance(body, b.ActDone) and any(isinstance(event, e.TermsAdopted) for event in body.events)
