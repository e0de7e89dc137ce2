"""A folder of a test's own for what runs keep, so that it meets nothing that an earlier run left or that one beside it
writes. Machine code and figures lie under digests of what they came from: they are never stale, and are shared."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.odds import cache

SHARED = ("kernels", "odds", "charts")


@contextmanager
def own_folder(home: Path) -> Iterator[Path]:
    """The folder is this process's, and that of the processes it starts."""
    from pitboss.odds.kernels import compiled

    compiled()  # where this process has its machine code is settled before the folder moves
    shared = cache.folder()
    for kind in SHARED:
        (shared / kind).mkdir(exist_ok=True)
        (home / kind).symlink_to(shared / kind, target_is_directory=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache.ENVIRONMENT, str(home))
        patch.setattr(cache, "folder", lambda: home)
        yield home
