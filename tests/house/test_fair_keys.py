"""The key file, sealed seeds, signatures: whatever does not fit is refused, in plain words."""

import json
import os
import stat
from pathlib import Path

import pytest

from pitboss.house.fair import keys as module
from pitboss.house.fair.keys import Keys, KeyTrouble, signed_by
from pitboss.house.fair.scheme import commitment

SEED = bytes(range(32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keys" / "house.json"


# --- the file -------------------------------------------------------------------------------------------------------


def test_keys_are_made_once(path: Path) -> None:
    made = Keys.load(path, make=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]
    before = path.read_bytes()
    for make in (True, False):
        again = Keys.load(path, make=make)
        assert again.public == made.public
        assert again.unseal(1, 2, made.seal(1, 2, SEED)) == SEED
    assert path.read_bytes() == before
    assert Keys.load(path.with_name("other.json"), make=True).public != made.public


def test_a_missing_file_is_not_replaced_unasked(path: Path) -> None:
    with pytest.raises(KeyTrouble, match="there is no key file"):
        Keys.load(path, make=False)
    assert not path.parent.exists()


def test_a_generous_umask_does_not_open_the_file(path: Path) -> None:
    before = os.umask(0)
    try:
        Keys.load(path, make=True)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o610, 0o601, 0o666])
def test_a_file_others_may_read_is_refused(path: Path, mode: int) -> None:
    Keys.load(path, make=True)
    path.chmod(mode)
    with pytest.raises(KeyTrouble, match=rf"open to others \(mode 0{mode:o}\)"):
        Keys.load(path, make=True)
    path.chmod(0o400)
    Keys.load(path, make=False)


def test_every_damaged_byte_is_noticed(path: Path) -> None:
    Keys.load(path, make=True)
    whole = path.read_bytes()
    for place in range(len(whole)):
        if whole[place : place + 1].isspace():
            continue
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(KeyTrouble, match="key file"):
            Keys.load(path, make=True)
    for length in (0, 1, 50, len(whole) - 3):
        path.write_bytes(whole[:length])
        with pytest.raises(KeyTrouble, match="damaged"):
            Keys.load(path, make=True)
    path.write_bytes(b" " * 100_000 + whole)
    with pytest.raises(KeyTrouble, match="damaged"):
        Keys.load(path, make=True)


def test_keys_of_another_format(path: Path) -> None:
    Keys.load(path, make=True)
    path.write_text(json.dumps({**json.loads(path.read_text()), "pitboss_keys": 2}))
    with pytest.raises(KeyTrouble, match="format 2; this version reads format 1"):
        Keys.load(path, make=True)


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(KeyTrouble, match=r"cannot be read|not an ordinary file"):
        Keys.load(tmp_path, make=True)
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(KeyTrouble, match="not an ordinary file"):
        Keys.load(tmp_path / "pipe", make=True)
    (tmp_path / "file").write_text("x")
    with pytest.raises(KeyTrouble, match="cannot be"):
        Keys.load(tmp_path / "file" / "keys.json", make=True)


def test_a_full_disk_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KeyTrouble, match="cannot be made: No space left"):
        Keys.load(path, make=True)
    assert list(path.parent.iterdir()) == []


def test_a_file_system_without_links(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    assert Keys.load(path, make=True).public == Keys.load(path, make=False).public
    assert list(path.parent.iterdir()) == [path]


def test_two_houses_that_start_at_once_have_the_same_keys(path: Path) -> None:
    first = Keys.load(path, make=True)
    module._write(path)  # the other one had seen no file yet
    assert Keys.load(path, make=False).public == first.public
    assert list(path.parent.iterdir()) == [path]


def test_secrets_are_not_printed(path: Path) -> None:
    keys = Keys.load(path, make=True)
    held = json.loads(path.read_text())
    for text in (repr(keys), str(keys), f"{keys}"):
        assert keys.public in text
        assert held["sealing"] not in text and held["signing"] not in text
    path.write_text(path.read_text().replace(held["check"], "0" * 16))
    with pytest.raises(KeyTrouble) as caught:
        Keys.load(path, make=True)
    assert held["sealing"] not in str(caught.value) and held["signing"] not in str(caught.value)


# --- sealing --------------------------------------------------------------------------------------------------------


@pytest.fixture
def keys(path: Path) -> Keys:
    return Keys.load(path, make=True)


def test_a_sealed_seed_shows_nothing(keys: Keys) -> None:
    sealed = keys.seal(1, 2, SEED)
    assert SEED not in sealed and keys.seal(1, 2, SEED) != sealed
    assert keys.unseal(1, 2, sealed, commitment(SEED)) == SEED


@pytest.mark.parametrize(("chain", "number"), [(2, 1), (1, 3), (2, 2), (12, 2), (1, 12), (0, 0)])
def test_a_sealed_seed_opens_in_its_own_row_only(keys: Keys, chain: int, number: int) -> None:
    with pytest.raises(KeyTrouble, match=f"table {chain}, shuffle {number} cannot be opened"):
        keys.unseal(chain, number, keys.seal(1, 2, SEED))


def test_rows_do_not_run_together(keys: Keys) -> None:
    with pytest.raises(KeyTrouble, match="cannot be opened"):
        keys.unseal(1, 12, keys.seal(11, 2, SEED))


def test_every_changed_byte_is_noticed(keys: Keys) -> None:
    sealed = keys.seal(1, 2, SEED)
    for place in range(len(sealed)):
        changed = sealed[:place] + bytes([sealed[place] ^ 0x80]) + sealed[place + 1 :]
        with pytest.raises(KeyTrouble, match="cannot be opened"):
            keys.unseal(1, 2, changed)
    for wrong in (b"", sealed[:-1], sealed + b"\0"):
        with pytest.raises(KeyTrouble, match="wrong length"):
            keys.unseal(1, 2, wrong)


def test_another_key_file_does_not_open_it(keys: Keys, tmp_path: Path) -> None:
    other = Keys.load(tmp_path / "other.json", make=True)
    with pytest.raises(KeyTrouble, match="another key file"):
        other.unseal(1, 2, keys.seal(1, 2, SEED))


def test_a_published_commitment_must_fit(keys: Keys) -> None:
    with pytest.raises(KeyTrouble, match="does not fit the commitment"):
        keys.unseal(1, 2, keys.seal(1, 2, SEED), commitment(bytes(32)))


def test_only_seeds_are_sealed(keys: Keys) -> None:
    with pytest.raises(ValueError, match="32 bytes; given: 31"):
        keys.seal(1, 2, bytes(31))


# --- signing --------------------------------------------------------------------------------------------------------


def test_signatures_are_ed25519() -> None:
    # RFC 8032, section 7.1, test 2
    keys = Keys(bytes(32), bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
    assert keys.public == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    assert keys.sign(b"\x72").hex() == (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )


def test_signed_by(keys: Keys) -> None:
    signature = keys.sign(b"body")
    assert signed_by(keys.public, b"body", signature)
    assert not signed_by(keys.public, b"bodies", signature)
    assert not signed_by(keys.public, b"body", signature[:-1] + bytes([signature[-1] ^ 1]))
    assert not signed_by(keys.public, b"body", b"")
    assert not signed_by("00" * 32, b"body", signature)
    assert not signed_by("nonsense", b"body", signature)
    assert not signed_by("", b"body", signature)
