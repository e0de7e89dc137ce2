"""What a script of the pages exports, another script or the script itself uses."""

import re
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "src" / "pitboss" / "web" / "script"
EXPORT = re.compile(r"^export (?:async )?(?:function|class|const|let)\*? (\w+)", re.MULTILINE)


def unused(texts: dict[str, str]) -> list[str]:
    """Exported names that stand nowhere but where they are made."""
    words = {name: re.findall(r"\w+", text) for name, text in texts.items()}
    every = [word for found in words.values() for word in found]
    counts = {word: every.count(word) for text in texts.values() for word in EXPORT.findall(text)}
    return sorted(
        f"{file}: {word}" for file, text in texts.items() for word in EXPORT.findall(text) if counts[word] < 2
    )


def test_everything_exported_is_used() -> None:
    texts = {str(file.relative_to(SCRIPTS)): file.read_text(encoding="utf-8") for file in sorted(SCRIPTS.rglob("*.js"))}
    assert len(texts) > 100
    assert unused(texts) == []


def test_an_export_that_nobody_uses_is_found() -> None:
    one = "export function used() {}\nexport const alone = 1;\nexport async function far() {}\nused();"
    assert unused({"one.js": one, "two.js": 'import { far } from "./one.js";'}) == ["one.js: alone"]
