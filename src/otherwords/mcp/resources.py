"""Pages as resources, `otherwords://page/{base}/{+path}`: listed, read, completed as typed."""

from collections.abc import Iterable
from itertools import islice
from typing import Any
from urllib.parse import quote

import anyio.to_thread
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    Completion,
    CompletionArgument,
    CompletionContext,
    ListResourcesResult,
    PromptReference,
    Resource,
    ResourceTemplateReference,
)
from pydantic import BaseModel

from otherwords.errors import OtherwordsError
from otherwords.library import Library
from otherwords.model import Page
from otherwords.showing.suspicion import suspicious

TEMPLATE = "otherwords://page/{base}/{+path}"
A_TIME = 100
MIME = "text/markdown"


class Resources:
    """The pages of a library as the protocol names them."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def add_to(self, server: MCPServer) -> None:
        """Serve them."""
        server.resource(
            TEMPLATE, name="page", title="Page", description="A whole page", mime_type=MIME
        )(self.page)
        server.completion()(self.complete)  # type: ignore[no-untyped-call]
        server.middleware.append(self.around)

    def page(self, base: str, path: str) -> str:
        """A page's text as it stands in its file."""
        try:
            return self._library.read(path, base=base).text
        except OtherwordsError as error:
            raise ResourceNotFoundError(str(error)) from error

    async def around(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        """List pages a hundred at a time; flag instruction-like text in one that is read."""
        if ctx.method == "resources/list":
            cursor = (ctx.params or {}).get("cursor")
            return await anyio.to_thread.run_sync(self._listed, cursor)
        result = await call_next(ctx)
        if ctx.method == "resources/read" and result is not None:
            return _flagged(result if isinstance(result, dict) else _plain(result))
        return result

    def _listed(self, cursor: object) -> ListResourcesResult:
        start = 0
        if cursor is not None:
            if not (
                isinstance(cursor, str)
                and cursor.isascii()
                and cursor.isdigit()
                and len(cursor) < 10
            ):
                raise MCPError(
                    code=INVALID_PARAMS, message="no cursor of this list: begin without one"
                )
            start = int(cursor)
        found = list(islice(self._pages(), start, start + A_TIME + 1))
        following = str(start + A_TIME) if len(found) > A_TIME else None
        resources = [_resource(base, page) for base, page in found[:A_TIME]]
        return ListResourcesResult(resources=resources, next_cursor=following)

    def _pages(self) -> Iterable[tuple[str, Page]]:
        for base in self._library.bases():
            for page in self._library.pages(base.name):
                yield base.name, page

    async def complete(
        self,
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion:
        """Names of knowledge bases, or paths of pages, that go on as was typed."""
        chosen = (context.arguments or {}).get("base", "") if context else ""
        return await anyio.to_thread.run_sync(
            self._completed, argument.name, argument.value, chosen
        )

    def _completed(self, name: str, typed: str, base: str) -> Completion:
        if name == "base":
            values = [info.name for info in self._library.bases()]
        elif name == "path":
            values = [page.path for page in self._library.pages(base)]
        else:
            return Completion(values=[])
        matching = [v for v in values if v.startswith(typed)] or [v for v in values if typed in v]
        return Completion(values=matching[:100], total=len(matching), has_more=len(matching) > 100)


def uri(base: str, path: str) -> str:
    """The URI of a page."""
    return f"otherwords://page/{quote(base, safe='')}/{quote(path)}"


def _resource(base: str, page: Page) -> Resource:
    return Resource(uri=uri(base, page.path), name=page.path, title=page.title, mime_type=MIME)


def _plain(result: BaseModel) -> dict[str, Any]:
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


def _flagged(result: dict[str, Any]) -> dict[str, Any]:
    """A page as it is read, flagged where its text reads like an instruction."""
    for content in result.get("contents", []):
        if suspicious(content.get("text", "")):
            content["_meta"] = {**content.get("_meta", {}), "suspicious": True}
    return result
