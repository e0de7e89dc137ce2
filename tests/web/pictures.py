"""A picture made small: 256 colours, chosen where the picture has most of them (median cut), as an indexed PNG."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

COLOURS = 256
BITS = 6
"""Of each channel; colours that differ in less are one."""


def small(png: bytes) -> bytes:
    """The same picture with few colours. The original must be an 8-bit RGB or RGBA PNG without interlacing."""
    pixels = _read(png)
    coarse = pixels >> (8 - BITS)
    keys = (coarse[..., 0].astype(np.int64) << (2 * BITS)) | (coarse[..., 1].astype(np.int64) << BITS) | coarse[..., 2]
    found, places, counts = np.unique(keys.ravel(), return_inverse=True, return_counts=True)
    flat = pixels.reshape(-1, 3).astype(np.float64)
    means = np.stack([np.bincount(places, flat[:, n]) / counts for n in range(3)], axis=1)
    boxes = _boxes(means, counts)
    palette = np.zeros((COLOURS, 3), np.uint8)
    of_colour = np.zeros(len(found), np.uint8)
    for number, box in enumerate(boxes):
        palette[number] = np.round(np.average(means[box], axis=0, weights=counts[box]))
        of_colour[box] = number
    return _write(of_colour[places].reshape(pixels.shape[:2]), palette)


def _boxes(means: NDArray[np.float64], counts: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The colours in groups: the group that errs most is halved until there are enough."""
    boxes = [np.arange(len(means))]
    errors = [_error(means, counts, boxes[0])]
    while len(boxes) < COLOURS and max(errors) > 0:
        worst = int(np.argmax(errors))
        box = boxes[worst]
        axis = int(np.argmax(np.ptp(means[box], axis=0)))
        box = box[np.argsort(means[box, axis], kind="stable")]
        share = np.cumsum(counts[box])
        middle = min(max(1, int(np.searchsorted(share, share[-1] / 2))), len(box) - 1)
        boxes[worst : worst + 1] = [box[:middle], box[middle:]]
        errors[worst : worst + 1] = [_error(means, counts, part) for part in (box[:middle], box[middle:])]
    return boxes


def _error(means: NDArray[np.float64], counts: NDArray[np.int64], box: NDArray[np.int64]) -> float:
    """How far the colours of a group lie apart; rare ones count by the root of their number."""
    spread = np.ptp(means[box], axis=0).max() if len(box) > 1 else 0.0
    return float(spread * np.sqrt(np.sqrt(counts[box].sum())))


def _read(png: bytes) -> NDArray[np.uint8]:
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8 and kind in (2, 6), "only pictures with 8 bits a channel"
    each = 3 if kind == 2 else 4
    data, at = b"", 8
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at : at + 8])
        if name == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += 12 + size
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * each)
    out = np.zeros((height, width * each), np.uint8)
    above = np.zeros(width * each, np.uint8)
    for number in range(height):
        above = out[number] = _unfiltered(int(rows[number, 0]), rows[number, 1:], above, each)
    return out.reshape(height, width, each)[..., :3]


def _unfiltered(how: int, line: NDArray[np.uint8], above: NDArray[np.uint8], each: int) -> NDArray[np.uint8]:
    """One line of the picture from its filtered form, as the PNG standard has it."""
    if how == 0:
        return line
    if how == 2:
        return line + above
    if how == 1:
        return np.cumsum(line.reshape(-1, each), axis=0, dtype=np.uint8).ravel()
    before = [0] * each
    corner = [0] * each
    out = bytearray(len(line))
    for at, (value, up) in enumerate(zip(line.tolist(), above.tolist(), strict=True)):
        channel = at % each
        left = before[channel]
        guess = (left + up) // 2 if how == 3 else _paeth(left, up, corner[channel])
        out[at] = before[channel] = (value + guess) & 255
        corner[channel] = up
    return np.frombuffer(bytes(out), np.uint8)


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    far = abs(guess - left), abs(guess - up), abs(guess - corner)
    return (left, up, corner)[far.index(min(far))]


def _write(indices: NDArray[np.uint8], palette: NDArray[np.uint8]) -> bytes:
    height, width = indices.shape
    lines = np.concatenate([np.zeros((height, 1), np.uint8), indices], axis=1).tobytes()

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    body = zlib.compress(lines, 9)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"PLTE", palette.tobytes())
        + chunk(b"IDAT", body)
        + chunk(b"IEND", b"")
    )
