"""RepoKnowledge's score table, rule by rule, through the command line."""

from pathlib import Path

import pytest

from homing import Place, home_of


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A home of three registered projects and `_personal`."""
    made = Place(tmp_path)
    home_of(
        made,
        {
            "first": {
                "window-rect": (
                    "Get window dimensions",
                    ["Window Size", "屏幕大小"],
                    "Reads the frame.",
                ),
                "window-move": ("Move a window elsewhere", ["drag"], "Sets the position."),
            },
            "second": {"screen": ("Size of the screen", ["window size", "monitor"], "Reads it.")},
            "third": {"paint": ("Fill an area with a colour", ["window size of paint"], "Fills.")},
            "_personal": {
                "desk": ("Where my windows go", ["window size at home"], "Left and right.")
            },
        },
    )
    return made


def scores(answer: object) -> dict[str, object]:
    """Each hit's number in the table, by path."""
    assert isinstance(answer, dict)
    shown = [*answer["hits"], *answer["near_misses"]]
    return {hit["path"]: hit["contract_score"] for hit in shown}


def test_an_exact_alias_is_three_and_the_registry_position_breaks_ties(place: Place) -> None:
    found = scores(place.json("--no-learn", "window size"))
    assert found["first/docs/window-rect.md"] == 3.3
    assert found["second/docs/screen.md"] == 3.15


def test_personal_gets_half_a_point_and_takes_no_position(place: Place) -> None:
    found = scores(place.json("--no-learn", "window size"))
    assert found["_personal/docs/desk.md"] == 2.5
    registry = place.home / "_registry.md"
    rows = registry.read_text().splitlines()
    registry.write_text(
        "\n".join([*rows[:2], "| _personal | (personal) | 2026-01-01 | 1 |", *rows[2:]])
    )
    again = scores(place.json("--no-learn", "window size"))
    assert again["first/docs/window-rect.md"] == 3.3
    assert again["_personal/docs/desk.md"] == 2.5


def test_only_the_three_highest_are_candidates(place: Place) -> None:
    reasons = {
        hit["path"]: hit["marks"][0]["params"][0]
        for hit in place.json("--no-learn", "window size")["hits"]
    }
    assert reasons["first/docs/window-rect.md"] == "alias exact match (3.3)"
    assert all("2.1" not in reason for reason in reasons.values())


@pytest.mark.parametrize("query", ["WINDOW SIZE", "ｗｉｎｄｏｗ　size", "window  size"])
def test_letter_case_width_and_spaces_do_not_matter(place: Place, query: str) -> None:
    assert scores(place.json("--no-learn", query))["first/docs/window-rect.md"] == 3.3


def test_an_alias_inside_the_query_and_around_it_is_two(place: Place) -> None:
    assert scores(place.json("--no-learn", "how to drag"))["first/docs/window-move.md"] == 2.3
    assert scores(place.json("--no-learn", "monit"))["second/docs/screen.md"] == 2.15
    assert scores(place.json("--no-learn", "屏幕"))["first/docs/window-rect.md"] == 2.3


def test_an_entry_gets_its_highest_match_only(place: Place) -> None:
    found = scores(place.json("--no-learn", "window size"))
    assert max(value for value in found.values() if value is not None) == 3.3  # type: ignore[type-var]


def test_meaning_is_one_and_shown_with_its_reason(place: Place) -> None:
    answer = place.json("--no-learn", "fill area colour")
    hit = answer["hits"][0]
    assert (hit["path"], hit["contract_score"]) == ("third/docs/paint.md", 1.1)
    assert hit["marks"][0]["params"][0] == "semantic match (1.1)"
    assert (
        "semantic match (1.1)"
        in place.run("search", "--in", str(place.home), "fill area colour", "--explain").out
    )


def test_a_bonus_needs_a_match(place: Place) -> None:
    answer = place.json("--no-learn", "neural network")
    assert answer["hits"] == []
    assert answer["nothing_here"] is True
    assert all(hit["contract_score"] is None for hit in answer["near_misses"])


def test_no_match_is_said_as_the_contract_has_it(place: Place) -> None:
    said = place.run("search", "--in", str(place.home), "neural network").err
    assert "No matches found for 'neural network' across 4 knowledge bases." in said
    assert "otherwords code create" in said and "otherwords memo" in said


def test_a_home_without_projects_says_what_makes_one(tmp_path: Path) -> None:
    made = Place(tmp_path)
    made.home.mkdir()
    (made.home / "_registry.md").write_text(
        "| Project | Git URL | Last Update | Docs |\n|---|---|---|---|\n"
    )
    said = made.run("search", "--in", str(made.home), "anything")
    assert "No knowledge bases found." in said.err
    assert "otherwords code create" in said.err and "otherwords memo" in said.err


def test_a_single_project_is_not_scored(place: Place) -> None:
    answer = place.json("--no-learn", "second: window size")
    assert [hit["path"] for hit in answer["hits"]] == ["second/docs/screen.md"]
    assert answer["hits"][0]["contract_score"] is None
    assert answer["hits"][0]["marks"][0]["params"][0] == "alias exact match"


@pytest.mark.parametrize(
    "query", ["second: monitor", "second:monitor", "search second for monitor"]
)
def test_a_named_project_is_gone_to_straight(place: Place, query: str) -> None:
    assert place.paths(query) == ["second/docs/screen.md"]


def test_in_project_goes_straight_too(place: Place) -> None:
    ran = place.run("search", "--in", "second", "window size", "--format", "paths", "--no-learn")
    assert ran.out.splitlines() == ["second/docs/screen.md"]


def test_a_leading_project_name_is_a_hint_only(place: Place) -> None:
    ran = place.run("search", "--in", str(place.home), "second window size", "--no-learn")
    assert "second/docs/screen.md" in ran.out and "_personal/docs/desk.md" in ran.out
    assert "`--in second` searches only that" in ran.err


def test_many_matching_aliases_are_read_project_by_project(tmp_path: Path) -> None:
    made = Place(tmp_path)
    docs = {f"doc{n}": ("Something", [f"common thing {n}"], "Text.") for n in range(90)}
    home_of(made, {"alpha": docs, "beta": {"last": ("Other", ["common thing"], "Text.")}})
    found = scores(made.json("--no-learn", "common thing"))
    assert found["beta/docs/last.md"] == 3.15
    assert sorted(v for v in found.values() if v is not None)[-2:] == [2.3, 3.15]  # type: ignore[type-var]
