"""Commands that somebody may copy from a screen or a paper into a shell."""

import shlex


def quoted(*words: object) -> str:
    """Words of a command, each quoted where a shell would take it apart or run something in it: file names are
    anything."""
    return shlex.join(str(word) for word in words)


def command_line(*words: object) -> str:
    """`pitboss check 'my table.toml'`."""
    return quoted("pitboss", *words)
