"""The notebooks are executed from their first cell to the last, as somebody does who opens them; every fault in a cell
is one of the test. Nothing that a run shows is kept in them."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from traitlets.config import Config

from docs.reading import ROOT

FOLDER = ROOT / "examples" / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))
SHOWN = {
    "analyst.ipynb": ("House edge", "three of a kind", "<svg"),
    "auditor.ipynb": ("Nothing is wrong", "events, each as the rules produce it", "won=500000", "Fair: ", "Not proved"),
    "learner.ipynb": ("<svg", "True"),
}
"""What a reader must have seen at the end."""


def test_all_are_here() -> None:
    assert set(NOTEBOOKS) == set(SHOWN)


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str, tmp_path: Path) -> None:
    notebook = nbformat.read(FOLDER / name, as_version=4)
    assert all(not cell.get("outputs") and not cell.get("execution_count") for cell in notebook.cells)
    by_files = Config({"AsyncKernelManager": {"transport": "ipc", "ip": str(tmp_path / "kernel")}})
    client = NotebookClient(notebook, config=by_files, timeout=600, resources={"metadata": {"path": tmp_path}})
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    shown = " ".join(str(output.get("text", "")) + str(output.get("data", "")) for output in outputs)
    assert [words for words in SHOWN[name] if words not in shown] == []
