"""`pitboss completion`: the shell completes commands and options when Tab is pressed."""

from typing import Literal

from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, shown, to_copy

Shell = Literal["bash", "zsh", "fish", "powershell"]


@helped("completion")
def completion(shell: Shell | None = None, *, install: bool = False) -> int:
    from pitboss.cli.main import app

    which = shell or _this_shell()
    made = app()
    if not install:
        print(made.generate_completion(shell=which))
        return GOOD
    place = made.install_completion(shell=which)
    print(f"Written to {shown(place)}. Open a new {which}, type `pitboss ` and press Tab.")
    return GOOD


def _this_shell() -> Shell:
    from cyclopts.completion import detect_shell
    from cyclopts.completion.detect import ShellDetectionError

    try:
        return detect_shell()
    except ShellDetectionError:
        raise Trouble(f"your shell cannot be told; name it: {to_copy('completion', 'bash')}, zsh, fish") from None
