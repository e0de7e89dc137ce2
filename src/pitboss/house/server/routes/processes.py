"""The processes of the house."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from pitboss.house.processes.overview import ALONE, Overview, overview
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints
from pitboss.house.server.logs import log
from pitboss.house.store import leases
from pitboss.messages.base import PRINTABLE
from pitboss.table.refusals import RefusedAct

routes = Endpoints("processes")

ProcessId = Annotated[str, Meta(min_length=1, max_length=64, pattern=PRINTABLE)]


@routes.get("/processes", 401, 403, 422)
async def processes(desk: Desk, session: Signed) -> Overview:
    """Which processes are the house, and which of them has which table; none where the house is one process on a
    file."""
    desk.permits(session, "see_processes")
    if desk.shared is None:
        return ALONE
    found: Overview = await desk.read(overview)
    return found


@routes.post("/processes/{id}/drain", 401, 403, 404, 409, 422, 503)
async def drain(desk: Desk, id: ProcessId, session: Signed) -> Overview:
    """Asks a process to give its tables to the others and to stop. The last one that takes tables is not asked: nobody
    would have them."""
    mine = desk.permits(session, "drain_process")
    found: Overview = ALONE if desk.shared is None else await desk.read(overview)
    if id not in [each.id for each in found.processes]:
        raise RefusedAct(replace(leases.NO_PROCESS, given=id))
    refused = await desk.house.writer.write(lambda conn: leases.ask_to_drain(conn, id))
    if refused is not None:
        raise RefusedAct(refused)
    log().info("drain asked", process=id, by=mine.person.known_as)
    drained: Overview = await desk.read(overview)
    return drained
