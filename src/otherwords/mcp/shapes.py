"""What tools take and give: agents read these as schemas. Absent keys are empty."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic wants this one below Python 3.12


class Filters(TypedDict, total=False):
    """Conditions on pages."""

    __pydantic_config__ = {"extra": "forbid"}  # type: ignore[misc]

    category: str
    owner: str
    confidence: Literal["low", "medium", "high"]
    max_sensitivity: str
    updated_since: str
    tag: str
    type: str
    review: Literal["pending", "reviewed"]


class Hit(TypedDict, total=False):
    """One page. `line` is where the snippet stands."""

    path: str
    base: str
    title: str
    type: str
    lang: str
    also_in: list[str]
    unreviewed: bool
    line: int
    snippet: str
    sources: str
    marks: list[str]
    lacks: list[str]
    suspicious: bool


class Found(TypedDict, total=False):
    """Pages with every concept (hits), then pages that lack some (near)."""

    total: int
    hits: list[Hit]
    near: list[Hit]
    also_searched: dict[str, list[str]]
    hints: list[str]
    notices: list[str]
    strategy: str
    more: str


class Part(TypedDict, total=False):
    """Lines of a page."""

    path: str
    base: str
    title: str
    lang: str
    first: int
    last: int
    lines: int
    text: str
    suspicious: bool
    more: str


class BaseRow(TypedDict):
    """A knowledge base."""

    name: str
    kind: str
    pages: int
    languages: list[str]


class Bases(TypedDict):
    """The knowledge bases that are served."""

    bases: list[BaseRow]


class SourceRow(TypedDict, total=False):
    """One source of a page."""

    kind: str
    value: str
    captured_at: str
    captured_by: str
    checksum: str
    raw_path: str
    note: str


class Provenance(TypedDict, total=False):
    """Where a page comes from."""

    path: str
    line: str
    sources: list[SourceRow]
    more: str


class Done(TypedDict):
    """What was written."""

    done: str


class Problem(TypedDict, total=False):
    """Something wrong with a file."""

    base: str
    code: str
    path: str
    line: int
    message: str


class Problems(TypedDict, total=False):
    """What is wrong with the files of these knowledge bases."""

    total: int
    problems: list[Problem]
    more: str
