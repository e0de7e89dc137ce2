"""What no client would send: requests and frames that are broken below the level of the API."""

import base64
import os
import random

from fire.nonsense import Asked, Nonsense

UPGRADE = (
    "GET /api/v1/tables/{table} HTTP/1.1\r\nhost: {host}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\nauthorization: Bearer {token}\r\n\r\n"
)


def whole(asked: Asked, host: str, token: str) -> bytes:
    """A request as it goes over the line; the connection ends with its answer."""
    target = asked.path + (b"?" + asked.query if asked.query else b"")
    lines = [asked.method.encode() + b" " + target + b" HTTP/1.1", b"host: " + host.encode(), b"connection: close"]
    lines += [key + b": " + value for key, value in asked.headers]
    lines += [b"authorization: Bearer " + token.encode()] if token else []
    lines += [b"content-length: " + str(len(asked.body)).encode()]
    return b"\r\n".join([*lines, b"", b""]) + asked.body


def broken(raw: bytes, rng: random.Random) -> bytes:
    """The same, no request any more, or another one."""
    head, _, body = raw.partition(b"\r\n\r\n")
    line, _, rest = head.partition(b"\r\n")
    choices = (
        raw[: rng.randrange(1, len(raw))],
        rng.randbytes(rng.randrange(1, 400)),
        raw.replace(b"HTTP/1.1", rng.choice((b"HTTP/9.9", b"HTTP/1.0", b"http", b"")), 1),
        raw.replace(b"content-length: ", b"content-length: " + rng.choice((b"-", b"9" * 30, b"0x", b"1, ")), 1),
        raw.replace(b"content-length", b"transfer-encoding: chunked\r\ncontent-length", 1),
        line + b"\r\ntransfer-encoding: chunked\r\n" + rest + b"\r\n\r\n" + rng.choice((b"zz\r\n", b"ffffffffff\r\n")),
        line + b"\r\n" + b"x: y\r\n" * rng.randrange(1, 2_000) + rest + b"\r\n\r\n" + body,
        line + b"\r\nx: " + b"y" * rng.randrange(1, 80_000) + b"\r\n" + rest + b"\r\n\r\n" + body,
        line.replace(b"/", b"/" + rng.randbytes(rng.randrange(1, 30)), 1) + b"\r\n" + rest + b"\r\n\r\n" + body,
        raw.replace(b"host: ", rng.choice((b"", b"host: evil.example\r\nhost: ", b"host : ")), 1),
        raw.replace(b"\r\n", b"\n"),
        raw + raw,
    )
    return rng.choice(choices)


def upgrade(table: int, host: str, token: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return UPGRADE.format(table=table, host=host, key=key, token=token).encode()


def frame(nonsense: Nonsense) -> bytes:
    """One that ends the connection, most of the time."""
    rng = nonsense.rng
    said, mask = nonsense.message()[:120], rng.randbytes(4)
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(said))
    long = bytes([0xFF]) + rng.choice((b"\xff" * 8, b"\x00" * 4 + rng.randbytes(4)))
    choices = (
        bytes([0x81, len(said)]) + said,  # not masked
        bytes([0x81, 0x80 | len(said)]) + mask + rng.randbytes(len(said)),  # hardly UTF-8
        bytes([0x80 | rng.choice((3, 7, 11, 15)), 0x80 | len(said)]) + mask + masked,  # no such kind
        bytes([0xF1, 0x80 | len(said)]) + mask + masked,  # bits that nobody has agreed on
        bytes([0x80, 0x80 | len(said)]) + mask + masked,  # the end of nothing
        bytes([0x81]) + long + mask,  # longer than anything
        bytes([0x89, 0xFE, 0x01, 0x00]) + mask + bytes(256),  # a ping that is too long
        bytes([0x88, 0x81]) + mask + b"x",  # a good-bye of half a number
        bytes([0x82, 0x80 | len(said)]) + mask + masked,  # bytes and no text
        rng.randbytes(rng.randrange(2, 300)),
    )
    return rng.choice(choices)
