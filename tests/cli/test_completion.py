"""`pitboss completion`: bash completes with the script; it is installed where bash looks for it; a shell that cannot be
told has to be named."""

import subprocess
from pathlib import Path

import pytest

from cli.calls import Refused, Said
from pitboss.cli.main import COMMANDS, dispatch

COMMAND = "completion"


def completed(script: str, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    typed = " ".join(f"'{word}'" for word in words)
    program = (
        f'{script}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _pitboss; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_bash_completes(said: Said) -> None:
    script = said("bash", width=100_000)
    assert set(completed(script, "pitboss", "")) >= {*COMMANDS}
    assert completed(script, "pitboss", "simul") == ["simulate"]
    assert completed(script, "pitboss", "simulate", "--roun") == ["--rounds", "--rounds-per-hour"]
    assert completed(script, "pitboss", "audit", "verif") == ["verify"]


@pytest.mark.parametrize("shell", ["zsh", "fish", "powershell"])
def test_other_shells(said: Said, shell: str) -> None:
    assert "verify-shuffle" in said(shell, width=100_000)


def test_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".bashrc").write_text("alias a=b\n", encoding="utf-8")
    for _ in range(2):
        out = said("bash", "--install", width=1000)
        assert out.startswith(f"Written to {tmp_path}") and "press Tab" in out
    (script,) = [file for file in tmp_path.rglob("*") if file.is_file() and file.name != ".bashrc"]
    lines = (tmp_path / ".bashrc").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "alias a=b" and len([line for line in lines if str(script) in line]) == 1
    assert completed(script.read_text(encoding="utf-8"), "pitboss", "doc") == ["doctor"]


def test_a_shell_that_cannot_be_told(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    from cyclopts.completion import detect

    def unknown() -> str:
        raise detect.ShellDetectionError

    monkeypatch.setattr("cyclopts.completion.detect_shell", unknown)
    assert "name it: pitboss completion bash" in refused()


def test_the_shell_in_use(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("cyclopts.completion.detect_shell", lambda: "fish")
    assert dispatch(["completion"]) == 0
    assert "complete -c pitboss" in capsys.readouterr().out
