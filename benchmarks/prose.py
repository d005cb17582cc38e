"""How good is the check of prose? What authors wrote of their code, checked as if a language model had said it.

    python benchmarks/prose.py DIR ...     # folders of Python source

Docstrings are taken out of the code and held against it: of their own definition, where nothing should be left out,
and of another one of the same folder, where everything should; then "Returns a string …", "… a number …" and so on
for every annotated result.
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from otherwords.documenting import calls, examples, proof, prose, render, results, source
from otherwords.documenting.comments import Comment
from otherwords.documenting.definition import Definition, python_docstring
from otherwords.documenting.proof import Known
from otherwords.documenting.prose import Said

SAID = {"text": "a string", "number": "a number", "truth": "a boolean", "list": "a list", "mapping": "a dictionary",
        "nothing": "None"}  # fmt: skip
Case = tuple[Said, Definition, Known]


def cases(root: Path) -> Iterator[Case]:
    """Every definition with a docstring: what that says, the definition without it, and which names there are."""
    files = {path: text for path, text in examples.texts(root).items() if path.endswith(".py")}
    found = {path: source.parse(path, text) for path, text in files.items()}
    defined = {name for some in found.values() for one in some for name in calls.names(one.name)}
    for path, some in found.items():
        near = calls.names(calls.silent(files[path], "python")) | defined
        for one in some:
            said = prose.read(_told(one), ["en"])
            if one.comment.text and not one.part and said.told:
                doc = python_docstring(one.code)
                code = one.code.replace(doc, "", 1) if doc else one.code
                yield said, one._replace(comment=Comment(), code=code), Known(near, near, near)


def _told(one: Definition) -> dict[str, object]:
    comment = one.comment
    text = {
        "what": " ".join(re.split(r"\n\s*\n", comment.text.strip())[0].split()),
        "parameters": {field.name: field.text for field in comment.params if field.text},
        "returns": comment.returns[0].text if len(comment.returns) == 1 else "",
        "raises": {field.type or field.name: field.text for field in comment.raises if field.text},
    }
    return {"texts": {"en": text}}


def _kinds(reasons: tuple[str, ...]) -> Counter[str]:
    return Counter(reason.split()[0].rstrip("s") for reason in reasons)


def _texts(said: Said) -> Counter[str]:
    told = said.told[0]
    counts = {"what": bool(told.what), "parameter": len(told.params), "return": bool(told.returns)}
    return Counter({**counts, "raise": len(told.raises)})


def main() -> None:
    """Print what was left out of what is so, and of what is not."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=2)
    options = parser.parse_args()
    pick = random.Random(options.seed)
    texts, own, other, types = (
        Counter[str](),
        Counter[str](),
        Counter[str](),
        Counter[tuple[bool, bool]](),
    )
    for folder in options.folders:
        found = list(cases(folder))
        for said, one, known in found:
            texts += _texts(said)
            own += _kinds(proof.checked(said, one, known)[1])
            _, strange, theirs = pick.choice(found)
            other += _kinds(proof.checked(said, strange, theirs)[1])
            kinds = results.kinds(" ".join(field.type for field in render.returns(one)))
            for kind, words in SAID.items() if kinds and one.kind != "class" else ():
                refuted = bool(results.refuted(one, f"Returns {words} of what was found."))
                types[kind in kinds, refuted] += 1
    for kind, count in texts.items():
        shares = (
            f"left out {own[kind] / count:.3f} of its own, {other[kind] / count:.3f} of another's"
        )
        sys.stdout.write(f"{kind:10} {count:6}  {shares}\n")
    wrong, right = types[False, True] + types[False, False], types[True, True] + types[True, False]
    sys.stdout.write(
        f"wrong types refuted {types[False, True]} of {wrong}, right ones {types[True, True]} of {right}\n"
    )


if __name__ == "__main__":
    main()
