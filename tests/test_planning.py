"""Query to plan: which languages, which concepts, which wordings, and what is said of the rest."""

from pathlib import Path

import pytest

from otherwords import query as asked
from otherwords.errors import UsageError
from otherwords.model import Query, Wording
from otherwords.planning.concepts import MOST
from otherwords.planning.given import groups
from otherwords.planning.wordings import PER_CONCEPT, PER_SEARCH
from wikis import Wiki, codes, origins, slugs, terms


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Wiki:
    """Pages in ja, en and fr; the configuration names ja and en."""
    made = Wiki(tmp_path_factory.mktemp("planning"))
    made.add(
        "ja/DefinedTerm/child-allowance",
        "児童手当",
        "児童手当は子どもを育てる人に支給されます。\n\n申請は市役所で受け付けます。",
        aliases=["じどうてあて"],
        tags=["子育て", "給付"],
    )
    made.add(
        "en/DefinedTerm/child-allowance",
        "child allowance",
        "The child allowance is paid to people raising children.\n\nApply at the city office.",
        aliases=["child benefit"],
        tags=["parenting", "benefits"],
        translated_from=Wiki.path("ja/DefinedTerm/child-allowance"),
    )
    made.add(
        "ja/HowTo/procedure",
        "引っ越しの手続き",
        "転入の手続きは窓口で。サーバの設定。",
        tags=["子育て"],
    )
    made.add(
        "en/Place/city-office", "City office", "Open on weekdays. Anthropic, Cursor and photos."
    )
    made.add(
        "ja/Organization/anthropic", "アンソロピック", "カーソル、ペット、クロードコードの話。"
    )
    made.add("en/SoftwareApplication/claude-code", "Claude Code", "An agent in a terminal.")
    made.add("fr/Place/mairie", "Mairie", "La mairie est ouverte.")
    return made


@pytest.mark.parametrize(
    ("query", "lang", "order"),
    [
        ("児童手当", (), ["ja", "en", "fr"]),
        ("the child allowance", (), ["en", "ja", "fr"]),
        ("la mairie est", (), ["fr", "ja", "en"]),
        ("пособие", (), ["ja", "en", "fr"]),
        ("児童手当", ("en",), ["en"]),
        ("児童手当", ("fr", "en"), ["fr", "en"]),
        ("児童手当 lang:en", (), ["en"]),
    ],
)
def test_languages_in_the_contracts_order(
    wiki: Wiki, query: str, lang: tuple[str, ...], order: list[str]
) -> None:
    """The query's own, primary_lang, targets, other directories; --lang leaves just those."""
    assert [leg.lang for leg in wiki.answer(query, lang=lang).plan.legs] == order


def test_lang_narrows_pages_and_not_the_rendering(wiki: Wiki) -> None:
    """`--lang en` with a Japanese query looks for the English rendering."""
    answer = wiki.answer("児童手当", lang=["en"])
    assert slugs(answer.hits) == ["en/child-allowance"]
    assert terms(answer, "en")[0][0] == "child allowance"


def test_no_expand_adds_nothing_and_still_renders(wiki: Wiki) -> None:
    """Each concept has one wording a language; the two options are independent."""
    answer = wiki.answer("児童手当", expand=False)
    assert terms(answer, "ja") == [["児童手当"]]
    assert terms(answer, "en") == [["child allowance"]]
    assert terms(wiki.answer("児童手当", expand=False, lang=["en"]), "en") == [["child allowance"]]


def test_versions_of_a_page_are_a_dictionary_both_ways(wiki: Wiki) -> None:
    """Title for title, alias for alias; what the wiki records is its own origin."""
    assert origins(wiki.answer("児童手当"), "en")["child allowance"] == "translation"
    assert origins(wiki.answer("child allowance"), "ja")["児童手当"] == "translation"
    assert terms(wiki.answer("じどうてあて", expand=False), "en") == [["child benefit"]]
    assert terms(wiki.answer("child benefit", expand=False), "ja") == [["じどうてあて"]]


def test_a_synonym_leads_to_the_wikis_own_word_and_on_to_its_translation(wiki: Wiki) -> None:
    """子ども手当 → 児童手当 → child allowance: the contract's own example."""
    answer = wiki.answer("子ども手当")
    assert origins(answer, "ja")["児童手当"] == "synonym"
    assert "child allowance" in terms(answer, "en")[0]
    assert slugs(answer.hits)[0] == "ja/child-allowance"
    assert answer.hits[0].also_in == ("en",)


def test_tags_that_stand_at_the_same_place_are_a_dictionary(wiki: Wiki) -> None:
    """Tags of two versions, as many in each, correspond."""
    assert terms(wiki.answer("子育て", expand=False), "en") == [["parenting"]]
    assert terms(wiki.answer("benefits", expand=False), "ja") == [["給付"]]


def test_aliases_of_a_page_are_wordings_of_its_title(wiki: Wiki) -> None:
    """In the query's language, and in the rendering's."""
    answer = wiki.answer("児童手当")
    assert origins(answer, "ja")["じどうてあて"] == "alias"
    assert origins(answer, "en")["child benefit"] == "alias"


@pytest.mark.parametrize(
    ("query", "concepts"),
    [
        ("児童手当の申請はどこでできますか", ["児童手当", "申請"]),
        ("児童手当と転入の手続き", ["児童手当", "転入", "手続き"]),
        ("how do I apply for the child allowance", ["apply", "child allowance"]),
        ("what is the city office", ["City office"]),
        ('"child allowance" office', ["child allowance", "office"]),
        ("where is it", ["where", "is", "it"]),
        ("児童手当 児童手当", ["児童手当"]),
        ("kebab-case retry_after", ["kebab-case", "retry_after"]),
        ("重跑gen-itgc", ["重跑", "gen-itgc"]),
        ("サーバー設定", ["サーバー", "設定"]),
    ],
)
def test_a_query_falls_into_its_concepts(wiki: Wiki, query: str, concepts: list[str]) -> None:
    """Names of the wiki, words, pieces of a sentence; function words only where nothing else is there."""
    found = [c.text for c in wiki.answer(query).plan.legs[0].concepts]
    assert [x.lower() for x in found] == [x.lower() for x in concepts]


def test_a_whole_sentence_finds_what_its_keywords_find(wiki: Wiki) -> None:
    """Question words and politeness carry no concept."""
    for question in ("児童手当の申請はどこでできますか", "児童手当の申請について教えてください"):
        assert slugs(wiki.answer(question).hits) == slugs(wiki.answer("児童手当 申請").hits)


def test_a_phrase_is_not_expanded(wiki: Wiki) -> None:
    """What is quoted is meant to the letter in the query's language."""
    assert terms(wiki.answer('"児童手当"'), "ja") == [["児童手当"]]


def test_a_concept_that_no_language_knows_is_said(wiki: Wiki) -> None:
    """`no wording known for "…" (en)`, once for each language; its pages are near misses."""
    answer = wiki.answer("児童手当 ブリザード")
    said = [n.params for n in answer.plan.notices if n.code == "no-wording"]
    assert ("ブリザード", "en") in said and ("ブリザード", "fr") in said
    assert not answer.hits
    assert {hit.lacks for hit in answer.near if hit.page.path.endswith("allowance.md")} == {
        ("ブリザード",)
    }


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("児童手当 !!!", [("concept-dropped", "!!!", "ja")]),
        ("!!!", [("nothing-searchable", "!!!", "und")]),
        ('"…" child', [("concept-dropped", "…", "en")]),
        ("児童手当 - 申請", []),
    ],
)
def test_a_concept_without_letters_is_dropped_and_said_with_its_language(
    wiki: Wiki, query: str, said: list[tuple[str, str, str]]
) -> None:
    """Above the hits, whether or not there are hits; a dash between words is none."""
    answer = wiki.answer(query)
    found = [
        (n.code, *n.params) for n in answer.plan.notices if "dropped" in n.code or "sea" in n.code
    ]
    assert found == said
    _, out, _ = wiki.cli("search", "--", query)
    assert all(text in out for _, text, _ in said)


def test_more_concepts_than_can_be_meant(tmp_path: Path) -> None:
    """The first ones are searched, and that is said."""
    wiki = Wiki(tmp_path)
    words = [f"word{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(MOST + 8)]
    wiki.add("en/Text/long", "Long", " ".join(words))
    answer = wiki.answer(" ".join(words))
    assert len(answer.plan.legs[0].concepts) == MOST
    assert "query-long" in codes(answer)
    assert slugs(answer.hits) == ["en/long"]


def test_a_language_without_pages_is_said(wiki: Wiki) -> None:
    """`--lang de` where nothing is German names what there is."""
    answer = wiki.answer("児童手当", lang=["de"])
    assert not answer.hits
    assert [n.params for n in answer.plan.notices if n.code == "no-pages-in"] == [
        ("de", "en, fr, ja")
    ]


def test_limits_of_expansion(tmp_path: Path) -> None:
    """At most three a concept and five a search; renderings do not count."""
    wiki = Wiki(tmp_path)
    for number, name in enumerate(("alpha", "beta", "gamma")):
        aliases = [f"{name}{word}" for word in ("xq", "yw", "ze", "ur", "io")]
        aliases = [alias[::-1] for alias in aliases]
        wiki.add(f"en/Letter/{name}", name, aliases=aliases)
        wiki.add(
            f"ja/Letter/{name}",
            "アイウ"[number] * 3 + "文字",
            aliases=[f"別名{number}{x}" for x in "甲乙丙丁"],
        )
    answer = wiki.answer("alpha beta gamma")
    added = [
        (leg.lang, concept.text, term.text)
        for leg in answer.plan.legs
        for concept in leg.concepts
        for term in concept.terms
        if term.origin not in ("typed", "translation")
    ]
    assert len(added) == PER_SEARCH
    assert max(sum(a[:2] == b[:2] for b in added) for a in added) == PER_CONCEPT
    assert [c[0] for c in terms(answer, "ja")] == ["アアア文字", "イイイ文字", "ウウウ文字"]


def test_nothing_is_added_that_is_reached_already(tmp_path: Path) -> None:
    """No inflection, no compound that has the word inside, no spelling that folds to it."""
    wiki = Wiki(tmp_path)
    wiki.add(
        "en/Job/engineer",
        "engineer",
        aliases=["engineers", "software engineer", "Engineer", "ingénieur"],
    )
    wiki.add(
        "ja/Job/other", "エンジニア", aliases=["ソフトウェアエンジニア", "えんじにあ", "ｴﾝｼﾞﾆｱ"]
    )
    assert terms(wiki.answer("engineer"), "en") == [["engineer", "ingénieur"]]
    assert terms(wiki.answer("エンジニア"), "ja")[0][0] == "エンジニア"
    assert not {"ソフトウェアエンジニア", "えんじにあ"} & set(
        terms(wiki.answer("エンジニア"), "ja")[0]
    )


@pytest.mark.parametrize(
    ("query", "lang", "rendered"),
    [
        ("アンソロピック", "en", "anthropic"),
        ("カーソル", "en", "cursor"),
        ("anthropic", "ja", "アンソロピック"),
        ("クロードコード", "en", "claude code"),
    ],
)
def test_foreign_names_are_known_by_their_sound(
    wiki: Wiki, query: str, lang: str, rendered: str
) -> None:
    """Katakana for Latin names and the other way round, where the wiki has such a word."""
    found = [normal(term) for term in terms(wiki.answer(query, lang=[lang]), lang)[0]]
    assert normal(rendered) in found


def normal(text: str) -> str:
    from otherwords.analysis import key

    return key(text)


@pytest.mark.parametrize(
    ("query", "lang", "word"), [("ペット", "en", "photos"), ("photos", "ja", "ペット")]
)
def test_other_sounds_are_other_names(wiki: Wiki, query: str, lang: str, word: str) -> None:
    """ペット is no photo."""
    assert word not in terms(wiki.answer(query, lang=[lang]), lang)[0]


def test_caller_wordings_in_their_languages(wiki: Wiki) -> None:
    """A wording with a language counts there alone; where there is none the engine renders, nothing else."""
    query = Query(
        "", groups=(asked.group("ja:子ども手当|ja:児童手当|en:child benefit"), asked.group("申請"))
    )
    answer = wiki.answer(query)
    assert answer.plan.query.text == "子ども手当 申請"
    assert terms(answer, "ja") == [["子ども手当", "児童手当"], ["申請"]]
    assert terms(answer, "en")[0] == ["child benefit"]
    assert origins(answer, "ja") == {"子ども手当": "typed", "児童手当": "caller", "申請": "typed"}
    assert [slug for slug in slugs(answer.hits) if slug.startswith("ja")] == ["ja/child-allowance"]
    assert terms(wiki.answer(Query("", groups=(asked.group("fr:mairie"),))), "en")[0] != []


def test_the_callers_plan_is_the_same_as_groups(wiki: Wiki) -> None:
    """JSON for `--plan` and for the protocol server, read by one reader."""
    found = groups({"concepts": [["児童手当", {"text": "child benefit", "lang": "en"}]]})
    assert found == ((Wording("児童手当"), Wording("child benefit", "en")),)
    answer = wiki.answer(Query("", groups=found))
    assert terms(answer, "ja") == [["児童手当"]]
    assert terms(answer, "en") == [["児童手当", "child benefit"]] or terms(answer, "en") == [
        ["child benefit"]
    ]


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ([], "plan:"),
        ({}, "plan.concepts:"),
        ({"concepts": []}, "plan.concepts:"),
        ({"concepts": [[]]}, r"plan.concepts\[0\]:"),
        ({"concepts": [["a", ""]]}, r"plan.concepts\[0\]\[1\]:"),
        ({"concepts": [[{"text": "a", "lang": 3}]]}, r"\[0\]\[0\].lang:"),
        ({"concepts": [[{"text": "a", "x": 3}]]}, r"\[0\]\[0\].x:"),
        ({"concepts": [["a"]], "schema": "other/9"}, "plan.schema:"),
        ({"concepts": [["a"]], "more": 1}, "plan.more:"),
    ],
)
def test_a_plan_that_is_none_is_refused_where_it_is_wrong(document: object, where: str) -> None:
    """The place, what was expected, and an example."""
    with pytest.raises(UsageError, match=where + ".*for example"):
        groups(document)


def test_every_wording_that_was_not_typed_is_listed(wiki: Wiki) -> None:
    """In text and in JSON, with its origin (rulings 7)."""
    document = wiki.json("子ども手当")
    listed = {(x["lang"], x["text"]) for x in document["plan"]["also_searched"]}
    every = {
        (leg["lang"], term["text"])
        for leg in document["plan"]["legs"]
        for concept in leg["concepts"]
        for term in concept["terms"]
        if term["origin"] != "typed"
    }
    assert listed == every and every
    _, out, _ = wiki.cli("search", "子ども手当")
    line = next(line for line in out.splitlines() if line.startswith("Also searched: "))
    assert all(text in line for _, text in every)
