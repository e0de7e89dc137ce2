"""What somebody has learnt in the terminal, as a file in his data folder."""

from pathlib import Path

from pitboss.cli.kept_file import held, now, read_kept, write_kept
from pitboss.house.store.addresses import data_folder
from pitboss.school.memory import TopicKey, TrainingMemory, remember

NAME = "school.json"
PATIENCE = 10.0
"""Seconds for which another terminal may hold the file."""


def usual_place() -> Path:
    return data_folder() / NAME


class MemoryKeeper:
    """Reads and writes the file. It is read again before every change, so that two terminals lose nothing of each
    other."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> TrainingMemory:
        """What is remembered; nothing where there is no file. Raises `Trouble`."""
        return read_kept(self.path, TrainingMemory, "memory of the school") or TrainingMemory()

    def writable(self) -> None:
        """Raises `Trouble` where nothing can be kept."""
        with held(self.path, PATIENCE):
            self.load()

    def remember(self, key: TopicKey, *, right: bool, took: int) -> None:
        """One more answer, which took so many milliseconds."""
        with held(self.path, PATIENCE):
            write_kept(self.path, remember(self.load(), key, right=right, took=took, now=now()))
