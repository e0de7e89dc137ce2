"""All campaigns, in the order in which they are run."""

from fire import (
    clocks,
    cuts,
    database_kills,
    days,
    forgeries,
    kills,
    linked,
    malformed,
    power,
    process_kills,
    soak,
    standbys,
    stops,
    terminations,
    twins,
)

CAMPAIGNS = (
    kills.SQLITE,
    kills.POSTGRESQL,
    database_kills.CAMPAIGN,
    power.CAMPAIGN,
    days.CAMPAIGN,
    malformed.CAMPAIGN,
    twins.CAMPAIGN,
    forgeries.CAMPAIGN,
    soak.CAMPAIGN,
    stops.CAMPAIGN,
    terminations.CAMPAIGN,
    clocks.CAMPAIGN,
    cuts.CAMPAIGN,
    standbys.CAMPAIGN,
    process_kills.CAMPAIGN,
    linked.CAMPAIGN,
)
