"""What does a definition return, as a kind of value, and what does a text say that it returns?"""

import re

from otherwords.documenting.definition import Definition
from otherwords.documenting.languages import named
from otherwords.documenting.render import returns

# Each kind of value: what types of it are called in code, and what it is called in prose.
_KINDS = {
    "text": ("str string String AnyStr LiteralString CharSequence",
             r"\bstrings?\b|字符串|字串|文字列|\bZeichenkette|\bchaîne|\bcadena|\bstringa"),
    "number": ("int float double long short Integer Double Float Long Int number usize isize u8 u16 u32 u64 i8 i16"
               " i32 i64 f32 f64 int32 int64 float32 float64 uint size_t Decimal complex",
               r"\b(?:integers?|ints?|floats?|numbers?|numeric)\b|整数|整數|浮点数|数字|数値|\bZahl|\bGanzzahl"
               r"|\bentier|\bnombre|\bentero|\bnúmero|\bintero|\bnumero"),
    "truth": ("bool boolean Boolean Bool",
              r"\b(?:bool(?:ean)?s?|true|false)\b|布尔|布林|真偽値|ブール|\bWahrheitswert|\bbooléen|\bbooleano"),
    "list": ("list List tuple Tuple set Set frozenset Sequence Iterable Iterator Generator Array Vec vector slice"
             " Collection Stream",
             r"\b(?:lists?|arrays?|tuples?|sequences?|iterators?|generators?)\b|列表|数组|數組|リスト|配列|\bListe"
             r"|\btableau|\blista\b"),
    "mapping": ("dict Dict Mapping MutableMapping map Map HashMap Record defaultdict OrderedDict",
                r"\b(?:dict(?:ionar(?:y|ies))?s?|mappings?|maps?)\b|字典|映射|辞書|\bWörterbuch"
                r"|\bdictionnaire|\bdiccionario|\bdizionario"),
    "nothing": ("None null undefined void nil Optional NoneType", r"\b(?:None|null|nil|undefined|nothing)\b"),
    "bytes": ("bytes bytearray Buffer", r"\bbytes?\b|字节|バイト列"),
}  # fmt: skip
_TYPES = {name: kind for kind, (types, _) in _KINDS.items() for name in named(types)}
_PROSE = {kind: re.compile(words, re.I) for kind, (_, words) in _KINDS.items()}
_NEUTRAL = named("typing collections abc builtins Union const mut async Promise Awaitable")
_WORD = re.compile(r"[^\W\d]\w*")
_VOID = re.compile(r"->\s*(?:None|Void|\(\))(?!\w)|:\s*(?:void|Unit|Void)\b|\bvoid\s+[\w.:~]+\s*\(")
_GIVES = re.compile(r"\breturn\b[ \t]+[^\s;}]|\byield\b|=>|\breturn\s*\(")
_IMPLICIT = ("rust", "ruby", "kotlin", "swift")  # a body's last expression is its result
_OR_NOTHING = re.compile(
    r"\b(?:or|otherwise|else)\b[\s,]*(?:returns\s+)?`?(?:None|null|nil|undefined)\b"
)
_CLAUSE = re.compile(r"[,;:，；：、(（]")
_BEHIND = re.compile(
    r"\b(?:of|in|from|for|with|that|which|if|when|by|whose|where|containing|holding|mapping|de|des|der|von|aus|di"
    r"|para|pour|per|with|wenn|si|se)\b",
    re.I,
)


def refuted(one: Definition, text: str) -> str:
    """Why a text cannot be said of what a definition returns; '' where nothing speaks against it."""
    if not text:
        return ""
    stated = _stated(one)
    if _gives_nothing(one, stated):
        return "" if "nothing" in _spoken(text) else "the code returns nothing"
    allowed, spoken = kinds(stated), _spoken(_head(text))
    if allowed and spoken and not allowed & spoken:
        return f"the code returns {stated}"
    if allowed and "nothing" not in allowed and _OR_NOTHING.search(text):
        return f"the code returns {stated}"
    return ""


def another(one: Definition, type_: str) -> str:
    """Why a type is not that of the result; '' where it is, or cannot be told."""
    stated = _stated(one)
    allowed = kinds(stated) or (
        frozenset({"nothing"}) if _gives_nothing(one, stated) else kinds("")
    )
    claimed = kinds(type_)
    return (
        f"the code returns {stated or 'nothing'}"
        if claimed and allowed and not claimed & allowed
        else ""
    )


def kinds(type_: str) -> frozenset[str]:
    """The kinds of value that a type allows; none where a part of it is not known."""
    bare = re.sub(r"(['\"]).*?\1", " str ", type_)
    words = [word for word in _WORD.findall(bare) if word not in _NEUTRAL]
    if not words or any(word not in _TYPES for word in words):
        return frozenset()
    found = {_TYPES[word] for word in words} | ({"list"} if "[]" in bare else set())
    return frozenset(found | ({"nothing"} if bare.strip().endswith("?") else set()))


def _stated(one: Definition) -> str:
    return " ".join(field.type for field in returns(one) if field.type)


def _spoken(text: str) -> frozenset[str]:
    """The kinds of value that a text speaks of."""
    return frozenset(kind for kind, words in _PROSE.items() if words.search(text))


def _head(text: str) -> str:
    """What a phrase is about: `a list` of "a list of strings", 长度 of 列表的长度."""
    clause = _BEHIND.split(_CLAUSE.split(text)[0])[0]
    return re.split("[的の]", clause)[-1]


def _gives_nothing(one: Definition, stated: str) -> bool:
    """Whether a definition returns nothing, by its signature or its body."""
    if stated or one.kind == "class":
        return False
    if _VOID.search(one.signature):
        return True
    return one.language not in _IMPLICIT and not one.part and not _GIVES.search(one.code)
