"""Versions of the store for tests: the one of this program, and one more that nobody has made yet."""

from pitboss.house.store.migrations import REVISIONS

CURRENT = REVISIONS[-1]
NEXT = f"{int(CURRENT) + 1:04}"
AND_NEXT = (*REVISIONS, NEXT)
