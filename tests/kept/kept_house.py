"""The house that an earlier version wrote (README.md here says how), as tests of several folders use it."""

import gzip
import shutil
from pathlib import Path

HERE = Path(__file__).parent

HEADS = {
    0: (28, "e91a34cfb59b716b0a1b30d5cf525c839c47b4d67ed73120881c27864c43cfba"),
    1: (68, "f03963fe37fe3cbf3ffbf4f2431121ae4422fd96bd50558467214105a85046e4"),
    2: (79, "e4d7c9189c0c13b434fc5ed1432986ab9956f4b039d104724af27dcbf686b7be"),
    3: (60, "12dce751a6073ad459489f8a40b5b6c57b58d06d5269e4cf669b5db1e3df00ad"),
    4: (55, "c005f02bf9879973f5951d8f601a07b54d3ee17439bd121e8a5786f7f8649b78"),
    5: (33, "a2fec4fb27439359cb3c4f829c9f1caae785ea2fe590aa11a53761fb7cf6f319"),
    6: (36, "e612fea4df95c709933b9aa9cf434e37c982d917b6d60271969b680fb199ff21"),
    7: (123, "5f30391a911ba20cb5f135ae172e7122199ea9e87c20751d0c852bc9877a8798"),
    8: (148, "4b61d5715cea17d5579ce5d72fa4afa2770a4e40008e00fbb2d8bdb93ed8455e"),
    9: (131, "8af66f512136ee1f118cd15e56cc751abe439a1eb85e224e1c8a43d859d24c82"),
    10: (100, "d3a1f9de6ba878b9bf49920bb83dd628413ef7a9d400d828c3190f0768b634ba"),
}
"""How many rows each chain of the trail has, and the hash of the last one. Chain 0 is the house's own."""


class Kept:
    """A copy of the kept house."""

    def __init__(self, folder: Path) -> None:
        self.database, self.key_file, self.checkpoints = folder / "house.db", folder / "keys", folder / "checkpoints"
        self.database.write_bytes(gzip.decompress((HERE / "house.db.gz").read_bytes()))
        shutil.copyfile(HERE / "house.keys", self.key_file)
        self.key_file.chmod(0o600)
        shutil.copyfile(HERE / "house.checkpoints", self.checkpoints)
