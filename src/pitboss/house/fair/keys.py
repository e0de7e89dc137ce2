"""The keys of the house, in a file outside the database: one seals the seeds of coming shuffles, one signs checkpoints.

Whoever has only the database, or a copy of it, can neither see the cards of an open round nor sign a shorter trail."""

import hashlib
import hmac
import os
import secrets
import stat
from collections.abc import Sequence
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pitboss.cards.deck import Card
from pitboss.house.fair.scheme import SEED, Scheme, commitment

_NONCE = 12
_TAG = 16
_SEAL = "pitboss-seal-1"
_LARGEST = 4096
"""A key file is far shorter; whatever is longer is another file."""


class KeyTrouble(ValueError):
    """The key file, or something sealed under it, cannot be used; the sentence says why."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    pitboss_keys: int
    sealing: str
    signing: str
    public: str
    check: str


class Keys:
    """The two keys. Printed, they show only what is public."""

    __slots__ = ("_between", "_sealing", "_signing", "public")

    def __init__(self, sealing: bytes, signing: bytes) -> None:
        self._between = hmac.digest(sealing, b"pitboss-between-processes-1", "sha256")
        self._sealing = ChaCha20Poly1305(sealing)
        self._signing = Ed25519PrivateKey.from_private_bytes(signing)
        self.public = self._signing.public_key().public_bytes_raw().hex()

    def __repr__(self) -> str:
        return f"Keys(public={self.public!r})"

    @staticmethod
    def load(path: Path, make: bool) -> "Keys":
        """The keys in the file; where there is none and `make` is true, new keys are made and written there."""
        raw = _read(path)
        if raw is None:
            if not make:
                raise KeyTrouble(
                    f"there is no key file at {path}; the database cannot be served without the keys it was made with"
                )
            _write(path)
            raw = _read(path)
        return _parsed(path, raw or b"")

    def seal(self, chain: int, number: int, seed: bytes) -> bytes:
        """The seed as it may stand in the database, for this shuffle of this table and no other."""
        if len(seed) != SEED:
            raise ValueError(f"the seed of the house has {SEED} bytes; given: {len(seed)}")
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._sealing.encrypt(nonce, seed, _place(chain, number))

    def unseal(
        self,
        chain: int,
        number: int,
        sealed: bytes,
        published: str | None = None,
        scheme: Scheme = 1,
        cards: Sequence[Card] = (),
    ) -> bytes:
        """The seed again, if it was sealed under these keys for this shuffle. Where the published commitment is given,
        it must fit too, by this scheme and for these cards."""
        which = f"the sealed seed of table {chain}, shuffle {number}"
        if len(sealed) != _NONCE + SEED + _TAG:
            raise KeyTrouble(f"{which} is damaged: it has the wrong length")
        try:
            seed = self._sealing.decrypt(sealed[:_NONCE], sealed[_NONCE:], _place(chain, number))
        except InvalidTag:
            raise KeyTrouble(
                f"{which} cannot be opened: it was changed, moved from another row, or sealed under another key file"
            ) from None
        if published is not None and commitment(seed, scheme, cards) != published:
            raise KeyTrouble(f"{which} does not fit the commitment that was published for this shuffle")
        return seed

    def between_processes(self) -> bytes:
        """The key under which the processes of a house know each other."""
        return self._between

    def sign(self, body: bytes) -> bytes:
        return self._signing.sign(body)


def fingerprint(public: str) -> str:
    """How a public key is named in sentences: by its first digits."""
    return public[:16]


def signed_by(public: str, body: bytes, signature: bytes) -> bool:
    """Whether the holder of this public key (hex) signed this body."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, body)
    except (InvalidSignature, ValueError):
        return False
    return True


def _place(chain: int, number: int) -> bytes:
    """Goes into the seal, so that a sealed seed opens in its own row only."""
    return f"{_SEAL}\n{chain}/{number}".encode()


# --- the file -------------------------------------------------------------------------------------------------------


def waiting(path: Path) -> Path:
    """Where new keys lie until the store is sealed under them."""
    return path.with_name(f"{path.name}.next")


def kept_beside(path: Path, keys: Keys) -> Path:
    """Where keys that were replaced are kept."""
    return path.with_name(f"{path.name}.{fingerprint(keys.public)}.old")


def keep_beside(path: Path, keys: Keys) -> Path:
    """A copy of the key file, which has these keys, under a name of its own; where it is."""
    kept, raw = kept_beside(path, keys), _read(path)
    if raw is None or _parsed(path, raw).public != keys.public:
        raise KeyTrouble(f"the key file {path} was changed meanwhile; nothing was done")
    _lay(kept, raw)
    if Keys.load(kept, make=False).public != keys.public:
        raise KeyTrouble(f"{kept} has other keys than its name says; move it away first")
    return kept


def put_in_place(path: Path) -> None:
    """The waiting keys become the key file, in one step. Another process may have done it a moment before."""
    try:
        waiting(path).replace(path)
        _settle(path.parent)
    except FileNotFoundError:
        return
    except OSError as error:
        raise KeyTrouble(
            f"the new keys in {waiting(path)} cannot be put in the place of {path}: {error.strerror or error}"
        ) from None


def _read(path: Path) -> bytes | None:
    """The content of the key file, if only its owner may read it; None where there is no file."""
    try:
        # Opened without waiting, so that a pipe in its place does not hold up the start.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyTrouble(f"the key file {path} cannot be read: {error.strerror or error}") from None
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise KeyTrouble(f"the key file {path} is not an ordinary file")
        if os.name == "posix" and found.st_mode & 0o077:
            raise KeyTrouble(
                f"the key file {path} is open to others (mode {stat.S_IMODE(found.st_mode):04o}); only its owner"
                " may read it: chmod 600, and think about who may have read it already"
            )
        return os.read(handle, _LARGEST)
    except OSError as error:
        raise KeyTrouble(f"the key file {path} cannot be read: {error.strerror or error}") from None
    finally:
        os.close(handle)


def _parsed(path: Path, raw: bytes) -> Keys:
    try:
        held = msgspec.json.decode(raw, type=_File)
        sealing, signing = bytes.fromhex(held.sealing), bytes.fromhex(held.signing)
    except ValueError as error:
        raise KeyTrouble(f"the key file {path} is damaged or is no key file; restore it from a copy") from error
    if held.pitboss_keys != 1:
        raise KeyTrouble(f"the key file {path} has format {held.pitboss_keys}; this version reads format 1")
    if len(sealing) != 32 or len(signing) != 32 or held.check != _check(sealing, signing):
        raise KeyTrouble(f"the key file {path} is damaged: its keys do not fit its check; restore it from a copy")
    keys = Keys(sealing, signing)
    if keys.public != held.public:
        raise KeyTrouble(f"the key file {path} is damaged: its public key is not that of its signing key")
    return keys


def _check(sealing: bytes, signing: bytes) -> str:
    """Finds a damaged byte. It is no secret's protection: the file itself is secret."""
    return hashlib.sha256(b"pitboss-keys-1 check\n" + sealing + signing).hexdigest()[:16]


def _write(path: Path) -> None:
    """New keys. A file that appeared in the meantime is left as it is."""
    sealing, signing = secrets.token_bytes(32), secrets.token_bytes(32)
    held = _File(1, sealing.hex(), signing.hex(), Keys(sealing, signing).public, _check(sealing, signing))
    _lay(path, msgspec.json.format(msgspec.json.encode(held)) + b"\n")


def _lay(path: Path, content: bytes) -> None:
    """Written beside and put in place whole, unless the name is taken."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            _put(beside, path)
        finally:
            beside.unlink(missing_ok=True)
        _settle(path.parent)
    except OSError as error:
        raise KeyTrouble(f"the key file {path} cannot be made: {error.strerror or error}") from None


def _put(beside: Path, path: Path) -> None:
    """A link fails where the name is taken, so that two houses started at once end up with the same keys."""
    try:
        os.link(beside, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        beside.replace(path)


def _settle(folder: Path) -> None:
    """The new name reaches the disk before anything is sealed under the keys."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
