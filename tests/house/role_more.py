"""A program: opens a house by the project it finds first, gives somebody the role it is told, lets
him work, and prints what the house said of it. (`test_role_more.py` runs it beside a copy with one row more.)"""

import json
import sys
from pathlib import Path
from typing import Any

from house.server_support import PASSWORD, said, served
from pitboss.client import Refused
from pitboss.rulebook.submission import default_submission
from pitboss.table.acts import ACTS


def asked(folder: Path, role: str, reserved: str) -> dict[str, Any]:
    with served(folder) as server:
        text = default_submission("let-it-ride").replace('"Let It Ride 1"', '"By Hand"')
        opened = {"id": "open", "submission": text, "dealer": "person"}
        table = server.manager.ask("POST", "/api/v1/tables", opened)["id"]
        clea = server.staff("Clea", role)
        work = clea.ask("GET", f"/api/v1/tables/{table}/work")
        with server.socket(table, clea) as socket:
            hello = said(socket)
        clea.ask("POST", f"/api/v1/tables/{table}/acts", {"id": "1", "do": {"do": "ReceiveCards", "deck": 1}})
        try:
            server.staff(reserved, "player")
            name = "given"
        except Refused as refused:
            name = refused.code
        return {
            "me": clea.ask("GET", "/api/v1/me"),
            "entered": server.http.post("/api/v1/login", json={"handle": "Clea", "password": PASSWORD}).json(),
            "roles": clea.ask("GET", "/api/v1/roles"),
            "words": server.http.get("/api/v1/games/let-it-ride").json()["roles"],
            "due": work["due"],
            "after": clea.ask("GET", f"/api/v1/tables/{table}/work")["due"],
            "reports": [role in row["by"] for row in work["irregularities"]],
            "you": hello["you"],
            "offers": sorted({offer["example"]["do"] for offer in hello["offers"]}),
            "acts": sorted(act.__name__ for act, row in ACTS.items() if role in row.roles),
            "name": name,
            "verified": clea.ask("GET", "/api/v1/audit/verify"),
        }


if __name__ == "__main__":
    print(json.dumps(asked(Path(sys.argv[1]), sys.argv[2], sys.argv[3])))
