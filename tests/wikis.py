"""Small WikiCommit wikis in a temporary folder, searched through the public door."""

import contextlib
import io
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from otherwords import query as asked
from otherwords import wiring
from otherwords.cli import main
from otherwords.meaning import Meaning
from otherwords.model import Answer, Hit, Notice, Query
from otherwords.planning import Wish
from otherwords.ports import Encoder
from otherwords.searching import Request
from otherwords.stores.vectors import VectorStore

ENTITY = ".wikicommit/entity"
TODAY = "2026-06-01"


class Wiki:
    """A wiki with a cache of its own."""

    def __init__(self, folder: Path, primary: str = "ja", targets: Sequence[str] = ("en",)) -> None:
        self.folder = folder
        self.root = folder / "wiki"
        (self.root / ENTITY).mkdir(parents=True)
        listed = ", ".join(targets)
        config = f"translation:\n  primary_lang: {primary}\n  targets: [{listed}]\n"
        (self.root / ".wikicommit/config.yml").write_text(config, encoding="utf-8")
        self.settings = wiring.Settings(
            str(self.root),
            str(folder / "home"),
            str(folder / "rk"),
            str(folder / "cache"),
            str(folder / "data"),
            TODAY,
            "none",
        )

    def add(self, name: str, title: str, body: str = "", **front: object) -> str:
        """A page by its short name, `ja/DefinedTerm/slug`; returns its path. Values are JSON."""
        kind = name.split("/", 1)[1].rpartition("/")[0]
        meta: dict[str, object] = {"title": title, "type": f"schema:{kind}"} | front
        lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in meta.items()]
        return self.write(name, "---\n" + "\n".join(lines) + f"\n---\n\n{body or title}\n")

    def write(self, name: str, text: str | bytes) -> str:
        """A page's file as it is given."""
        path = self.root / self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return self.path(name)

    @staticmethod
    def path(name: str) -> str:
        """The path of a page by its short name."""
        return f"{ENTITY}/{name}.md"

    def answer(
        self,
        query: str | Query,
        *,
        lang: Sequence[str] = (),
        expand: bool = True,
        limit: int = 10,
        explain: bool = False,
    ) -> Answer:
        """The answer to a query, by words."""
        return wiring.answer(self.settings, request(query, lang, expand, limit, explain), ())[0]

    def cli(self, *arguments: str) -> tuple[int, str, str]:
        """Status, output and errors of a command that is given in the wiki."""
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in range(2))
        environ = {
            "OTHERWORDS_CACHE_DIR": self.settings.cache,
            "OTHERWORDS_DATA_DIR": self.settings.data,
            "OTHERWORDS_ENCODER": "none",
            "HOME": self.settings.home,
        }
        before = {name: os.environ.get(name) for name in environ}
        os.environ |= environ
        try:
            with (
                contextlib.chdir(self.root),
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(err),
            ):
                status = main(arguments)
                out.flush()
                err.flush()
        finally:
            for name, value in before.items():
                os.environ.pop(name)
                if value is not None:
                    os.environ[name] = value
        printed = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
        return status, *printed  # type: ignore[return-value]

    def json(self, *arguments: str) -> Any:
        """A search as JSON."""
        status, out, err = self.cli("search", "--format", "json", *arguments)
        assert status == 0, err
        return json.loads(out)


class Meant:
    """A wiki that is searched by words and meaning, with an encoder."""

    def __init__(self, wiki: Wiki, coder: Callable[[], Encoder | None]) -> None:
        self.wiki = wiki
        self.found = wiring.find(wiki.settings)[0]
        folder = wiki.folder / "vectors"
        folder.mkdir(exist_ok=True)
        self.meaning = Meaning(
            coder,
            lambda one: VectorStore(str(folder), one.name, one.dimensions),
            self.found.refreshing,
        )
        self.base = wiring.searchable(self.found._replace(meaning=self.meaning), False)

    def encode(self, seconds: float = float("inf")) -> tuple[int, int]:
        """Bring the index up to date and encode for so long."""
        self.base.refresh(False)
        return self.meaning.encode(seconds)

    def answer(self, query: str, *, lang: Sequence[str] = (), limit: int = 10) -> Answer:
        """The answer to a query, explained."""
        made = wiring.means(self.wiki.settings)
        return wiring.ask(request(query, lang, True, limit, True), [self.base], made)


def request(
    query: str | Query,
    lang: Sequence[str] = (),
    expand: bool = True,
    limit: int = 10,
    explain: bool = False,
) -> Request:
    """A search, decided in full."""
    parsed = asked.parse(query) if isinstance(query, str) else query
    return Request(parsed, Wish(tuple(lang), expand, limit), explain)


def slugs(hits: Sequence[Hit]) -> list[str]:
    """Hits as `ja/slug`."""
    return [f"{h.page.path.split('/')[2]}/{h.page.path.rpartition('/')[2][:-3]}" for h in hits]


def terms(answer: Answer, lang: str) -> list[list[str]]:
    """The wordings of each concept in a language."""
    leg = next(leg for leg in answer.plan.legs if leg.lang == lang)
    return [[term.text for term in concept.terms] for concept in leg.concepts]


def origins(answer: Answer, lang: str) -> dict[str, str]:
    """Where each wording in a language comes from."""
    leg = next(leg for leg in answer.plan.legs if leg.lang == lang)
    return {term.text: term.origin for concept in leg.concepts for term in concept.terms}


def codes(answer: Answer) -> list[str]:
    """The codes of all notices."""
    notices: list[Notice] = [*answer.plan.notices, *answer.notices]
    return [notice.code for notice in notices]
