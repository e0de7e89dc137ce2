"""The regulator's own sentences stand beside ours in a dossier, each once, with the line of the file."""

from typing import Any

from pitboss.games import rules_for
from pitboss.paper.dossier import _beside
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.own_words import own_words
from support import UTH, rules

TEXT = """## **10. Procedure**
- (h) The dealer shall:
  - (3) Take the cards. Put them down.
## **13. Cover all**
- (b) The bet wins with three-of-a-kind or better.
"""


def test_each_clause_has_its_passage_and_none_is_printed_twice() -> None:
    bound = rules_for(rules(UTH).terms)
    own = own_words("MA-UTH", TEXT)
    names = [name for name, clause in clauses().items() if clause.game == UTH]
    said: dict[str, Any] = dict(zip(names, _beside(bound, own), strict=True))
    assert said["MA-UTH 10(h)(3)/1"] == "line 3: Take the cards. Put them down."
    assert said["MA-UTH 10(h)(3)/2"] == "line 3, as above"
    assert said["MA-UTH 13(b)"] == "line 5: The bet wins with three-of-a-kind or better."
    assert said["MA-UTH 14(a)"] == "not found"


def test_without_a_file_there_is_nothing_beside_ours() -> None:
    assert _beside(rules(UTH), None) == []
