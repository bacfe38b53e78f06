import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.limits import CUSTOM_ID, units
from bot.chat.states import (
    LONGEST_TAG,
    Another,
    Begin,
    Change,
    Daily,
    Delete,
    Form,
    Like,
    Listed,
    Open,
    Page,
    Post,
    Remove,
    Search,
    State,
    read_state,
)
from bot.papers.errors import UserError

NUMBERS = st.integers(0, 10**18 - 1)
PEOPLE = st.integers(0, 2**63)
TOKENS = st.from_regex(r"[A-Za-z0-9_-]{16}", fullmatch=True)
SEARCHES = st.builds(
    Search,
    st.tuples(st.sampled_from("=!"), st.text(max_size=LONGEST_TAG - 1)).map("".join),
    st.booleans(),
)
STATES = st.one_of(
    st.builds(Open, NUMBERS),
    st.builds(Post, NUMBERS),
    st.builds(Like, NUMBERS),
    st.builds(Delete, PEOPLE),
    st.builds(Page, PEOPLE, st.integers(0, 9_999_999), SEARCHES),
    st.builds(Another, PEOPLE, NUMBERS, SEARCHES),
    *(st.builds(kind, TOKENS) for kind in (Begin, Change, Form, Daily)),
    st.builds(Remove, NUMBERS, NUMBERS),
    st.builds(Listed, st.integers(0, 9_999), st.booleans()),
)


@given(STATES)
def test_a_button_means_after_a_restart_what_it_meant(state: State) -> None:
    assert read_state(str(state)) == state
    assert units(str(state)) <= CUSTOM_ID


@pytest.mark.parametrize("custom_id", ["p0:open:1", "p2:open:1", "p1:shelf:1", "p1:open:x", "p1:"])
def test_a_button_of_another_version_says_so(custom_id: str) -> None:
    with pytest.raises(UserError, match="another version"):
        read_state(custom_id)


def test_custom_ids_stay_as_they_are() -> None:
    """Messages out there carry them: a change of the format needs a new version."""
    search = Search("=optimal transport", newest=True)
    assert [
        str(s) for s in (Open(1), Post(2), Delete(35), Page(36, 3, search), Another(1, 2, search))
    ] == [
        "p1:open:1",
        "p1:post:2",
        "p1:gone:z",
        "p1:page:10:3:n=optimal transport",
        "p1:more:1:2:n=optimal transport",
    ]
    kept = "0123456789abcde-"
    made = (Begin(kept), Change(kept), Form(kept), Daily(kept))
    assert [str(each) for each in made] == [
        f"p1:{name}:{kept}" for name in ("begin", "change", "form", "daily")
    ]
    others = (Remove(1, 2), Listed(3), Listed(4, status=True))
    assert [str(each) for each in others] == ["p1:remove:1:2", "p1:topics:3", "p1:status:4"]
