"""Settings to objects: the only room that knows them all."""

from otherwords.wiring.asking import (
    answer,
    ask,
    catch_up,
    check,
    completed,
    remember,
    usual_limit,
)
from otherwords.wiring.bases import (
    NAMES,
    SOURCES_LEFT_OUT,
    SOURCES_RESOLVED,
    SOURCES_VERIFIED,
    means,
    searchable,
    text,
)
from otherwords.wiring.finding import Found, Progress, find, opened
from otherwords.wiring.settings import Settings, settings
from otherwords.wiring.writing import home, teach, writer

__all__ = [
    "NAMES",
    "SOURCES_LEFT_OUT",
    "SOURCES_RESOLVED",
    "SOURCES_VERIFIED",
    "Found",
    "Progress",
    "Settings",
    "answer",
    "ask",
    "catch_up",
    "check",
    "completed",
    "find",
    "home",
    "means",
    "opened",
    "remember",
    "searchable",
    "settings",
    "teach",
    "text",
    "usual_limit",
    "writer",
]
