"""A small client of the house: log in, sit down, play.

    from pitboss.client import House

    player = House("http://127.0.0.1:8000").guest("Ann")
    with player.sit(table=3, seat=1) as table:
        table.bet(**wagers)  # the id of each, and dollars
        table.ready()
        for change in table:
            ...

What the house refuses is raised as `Refused`, with its code, sentence and clause. A connection that breaks is made
anew: nothing that happened meanwhile is missed, and no act is done twice."""

from pitboss.client.connection import Left
from pitboss.client.house import House, Player
from pitboss.client.refused import Refused
from pitboss.client.table import Table
from pitboss.messages.base import Done
from pitboss.messages.socket import Change, Hello
from pitboss.messages.tables import TableListed

__all__ = ["Change", "Done", "Hello", "House", "Left", "Player", "Refused", "Table", "TableListed"]
