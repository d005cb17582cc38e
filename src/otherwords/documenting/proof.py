"""Is what was said of a definition so? Every claim that code can refute is held against the code.

What fails is dropped and named, and the doc says there what it would have said without. That nothing here
objects does not make a sentence true; it has no name, type, error or address that the code does not have.
"""

import re
import unicodedata
from collections.abc import Iterator

from otherwords.analysis.scripts import HAN, LATIN, NONE, script_language
from otherwords.documenting import calls, results
from otherwords.documenting.definition import Definition
from otherwords.documenting.languages import named
from otherwords.documenting.prose import Said, Told, bare
from otherwords.documenting.render import parameters
from otherwords.model import primary
from otherwords.values import NamedTuple

_WORD = re.compile(r"[^\W\d]\w*")
_CODE = re.compile(r"`([^`]+)`")
_NAMED = re.compile(  # what is plainly a name, though nothing marks it
    r"(?<![\w.@/-])(?:[A-Za-z]\w*_\w+|[a-z]+[a-z0-9]*[A-Z]\w*|[A-Za-z_]\w*(?=\(\)))", re.ASCII
)
_ERROR = re.compile(r"(?<!\w)[A-Z]\w*(?:Error|Exception)(?!\w)", re.ASCII)
_RAISED = re.compile(  # what is said to be raised: marked as code, or by the form of its name
    r"(?:raises?|throws?|抛出|引发|拋出|引發|送出|wirft|werfen|lève|lanza|solleva)\s*(?:an?|die|une?|eine?n?)?\s*"
    r"(?:`([\w.:]+)`|([A-Z]\w*(?:Error|Exception))(?!\w))",
    re.I | re.ASCII,
)
_NEVER = re.compile(
    r"\b(?:never|not|n't|nothing|without)\b[^.;]{0,12}\b(?:rais|throw)"
    r"|\bno (?:error|exception)|不会?(?:抛出|引发)|例外を(?:投げ|送出し)(?:ない|ません)",
    re.I,
)
_RAISES = re.compile(r"\b(?:raise|throw|panic!?)\b")
_PARAMETER = r"(?:parameters?|arguments?|参数|參數|引数|パラメータ|paramètres?|argumento|par[áa]metros?|parametro)"
_PARAMETERS = re.compile(
    rf"{_PARAMETER}\s*[:：「]?\s*`([\w$*&]+)`|`([\w$*&]+)`[」\s]*(?:の)?{_PARAMETER}(?!\w)",
    re.I | re.ASCII,
)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s)>\]，。]+", re.I)
_CONSTANTS = named("True False None true false null nil undefined self this async await")
_SCRIPTS = {"zh": HAN, "yue": HAN, "ja": "ja", "ko": "ko", "el": "el", "he": "he", "hi": "hi", "th": "th",
            "ar": "ar", "fa": "ar", "ur": "ar", "hy": "hy", "ka": "ka", "bn": "bn", "ta": "ta", "te": "te",
            "ru": "ru", "uk": "ru", "bg": "ru", "be": "ru", "mk": "ru"}  # fmt: skip
SHORT = 12  # characters: fewer do not tell a language


class Known(NamedTuple):
    """Which names there are, comments and strings left out."""

    near: frozenset[str]  # in the definition's file, and of every definition
    project: frozenset[str]  # anywhere in the repository, its files and folders among them
    called: frozenset[str]  # that are defined or called anywhere


def checked(said: Said, one: Definition, known: Known) -> tuple[Said, tuple[str, ...]]:
    """What was said as far as the code does not refute it, and why the rest is left out."""
    dropped: list[str] = []
    told = tuple(_told(each, said.result, one, known, dropped) for each in said.told)
    example = said.example
    if example and (why := calls.wrong(example, one, known.project, known.called)):
        dropped.append(f"example: {why}")
        example = ""
    return Said(tuple(x for x in told if any(x[1:])), said.result, example), tuple(dropped)


def _told(told: Told, result: str, one: Definition, known: Known, dropped: list[str]) -> Told:
    """What is said in one language, without what is refuted."""

    def kept(where: str, text: str, why: str) -> str:
        """The text where there is no reason against it, neither this one nor one against any text."""
        why = text and (why or _refuted(text, one, known) or _other(told.lang, text))
        if why:
            dropped.append(f"{where} ({told.lang}): {why}")
        return "" if why else text

    wrong = results.refuted(one, told.returns) or results.another(one, result)
    params = (f for f in told.params if kept(f"parameter {f.name}", f.text, _foreign(one, f.name)))
    raises = (f for f in told.raises if kept(f"raises {f.name}", f.text, _unraised(one, f.name)))
    what = kept("what it does", told.what, _returning(one, told.what))
    return Told(told.lang, what, tuple(params), kept("returns", told.returns, wrong), tuple(raises))


# -- one text --


def _refuted(text: str, one: Definition, known: Known) -> str:
    """Why a text cannot be said of a definition; '' for no reason."""
    return next(_reasons(text, one, known), "")


def _reasons(text: str, one: Definition, known: Known) -> Iterator[str]:
    own = calls.names(f"{one.code} {one.path} {one.name} {_documented(one)}")
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in text if c != "\n"):
        yield "has control characters"
    for address in _ADDRESS.findall(text):
        if address.rstrip(".,;:") not in one.code + one.comment.text:
            yield f"has the address {address}, which the code does not"
    used = [word for piece in _CODE.findall(text) for word in _WORD.findall(piece)]
    for word in (*used, *_NAMED.findall(_CODE.sub(" ", text))):
        if word not in known.near | own | _CONSTANTS and not calls.is_builtin(word, one.language):
            yield f"names {word}, which is not there"
    for word in _ERROR.findall(text):
        if word not in known.near | own and not calls.is_builtin(word, one.language):
            yield f"speaks of {word}, which is not there"
    for kind in map("".join, _RAISED.findall(text)):
        if not calls.names(kind) <= own:
            yield f"speaks of {kind}, which the code does not raise"
    if _NEVER.search(text) and _RAISES.search(one.code):
        yield "says that nothing is raised, but the code does raise"
    for pair in _PARAMETERS.findall(text):
        if why := _foreign(one, pair[0] or pair[1]):
            yield why


def _documented(one: Definition) -> str:
    """What the author said."""
    fields = (*one.comment.params, *one.comment.raises, *one.comment.returns)
    return " ".join([one.comment.text, *(" ".join(field) for field in fields)])


def _foreign(one: Definition, name: str) -> str:
    """Why a parameter is none of this definition."""
    there = {bare(field.name) for field in parameters(one)}
    if bare(name) in there or (
        one.kind == "class" and not there and bare(name) in calls.names(one.code)
    ):
        return ""
    return f"there is no parameter {bare(name)}"


def _unraised(one: Definition, kind: str) -> str:
    """Why an error is none that the definition raises."""
    stated = {field.type or field.name for field in one.comment.raises}
    last = re.split(r"[.:]+", kind)[-1]
    raised = last in calls.names(one.code) and _RAISES.search(one.code)
    if re.fullmatch(r"[\w.:]+", kind) and (kind in stated or raised):
        return ""
    return f"the code does not raise {kind}"


_RETURNING = re.compile(
    r"^\s*Returns?\b|\breturns\b|返回|返す|返し|戻り値|\bgibt\b.*\bzurück|\brenvoie\b|\bretourne\b|\bdevuelve\b|\bretorna\b"
    r"|\brestituisce\b"
)


def _returning(one: Definition, text: str) -> str:
    """Why what sentences say of the result is not so."""
    sentences = re.split(r"(?<=[.!?])\s|[。！？]", text)
    return next(
        (why for x in sentences if _RETURNING.search(x) and (why := results.refuted(one, x))), ""
    )


def _other(lang: str, text: str) -> str:
    """Why a text is not in a language, as far as its writing system tells."""
    prose = _NAMED.sub(" ", _CODE.sub(" ", text))
    expected = _SCRIPTS.get(primary(lang).casefold(), LATIN)
    if expected != LATIN:  # names stand in it in Latin letters, of which a word has more
        own = [c for c in prose if not c.isascii()]
        latin = sum(c.isascii() and c.isalpha() for c in prose)
        prose = "".join(own) if 3 * sum(map(str.isalpha, own)) >= latin else prose
    script, short = script_language(prose), len(prose) < SHORT
    if script in (expected, NONE) or (short and script in (LATIN, HAN)):
        return ""
    return "is in another language"
