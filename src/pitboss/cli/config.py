"""`pitboss config`: every setting of the house, what it is and where it came from."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, cited, complain, print_json, screen

if TYPE_CHECKING:
    from pitboss.house.settings import Loaded


@helped("config")
def config(*, config: Path | None = None, json: bool = False, example: bool = False) -> int:
    from pitboss.house.settings import ALLOWED, MEANINGS, NAMES
    from pitboss.house.settings import example as example_file
    from pitboss.house.settings import shown as value_of

    if example:
        print(example_file(), end="")
        return GOOD
    loaded = settings(config=config)
    if json:
        print_json(
            {
                name: {
                    "value": value_of(loaded.settings, name),
                    "from": loaded.origins[name],
                    "means": MEANINGS[name],
                    "allowed": ALLOWED[name],
                }
                for name in NAMES
            }
        )
        return GOOD
    console = screen()
    for name in NAMES:
        value = _plainly(value_of(loaded.settings, name))
        cited(console, f"{name} = {value}", loaded.origins[name], mark="", below=MEANINGS[name])
    console.print(f"\n{_where(loaded)} `pitboss config --example` prints a file to begin with.")
    return GOOD


def _where(loaded: "Loaded") -> str:
    if loaded.file:
        return f"The file that was read is {loaded.file}."
    return "No file was read: there is no pitboss.toml in this folder."


def _plainly(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value) if value else "none"
    return str(value) if value != "" else "none"


def settings(**flags: Any) -> "Loaded":
    """The settings that hold for a command with these flags."""
    from pitboss.house.settings import SettingsError, load

    try:
        return load(flags, os.environ, Path.cwd())
    except SettingsError as error:
        if len(error.faults) == 1:
            raise Trouble(f"the settings cannot be used: {error}") from None
        for fault in error.faults:
            complain(fault)
        raise Trouble(f"the settings cannot be used: {len(error.faults)} faults") from None
