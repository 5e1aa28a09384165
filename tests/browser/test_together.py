"""Ways to play: by invitation, at one screen, after a power cut, by keyboard alone, on a phone, in two languages."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import (
    Locator,
    Route,
    TimeoutError,  # noqa: A004
)

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.visitor import Visitor

BOT = "bot:cabin_boy"
SOME_TURNS = 6


def scanned(code: Locator) -> str:
    """What a telephone's camera reads there."""
    [found] = zxingcpp.read_barcodes(Image.open(BytesIO(code.screenshot())))
    return str(found.text)


def test_two_browsers_play_by_invitation_to_the_end(visit: Visit) -> None:
    anna, ben = visit(), visit(language="fr")
    anna.open_table("treasure_boots", ("me", "friend"), round_limit=5)
    invitation = anna.page.get_by_label(anna.say("invite.link"))
    link = invitation.input_value()
    assert scanned(anna.page.get_by_role("img", name=anna.say("invite.code"))) == link
    ben.page.goto(link)
    ben.page.get_by_label(ben.say("new.name")).fill("Ben")
    ben.page.get_by_role("button", name=ben.say("join.sit")).click()
    invitation.wait_for(state="detached")  # nobody is missing any more
    carla = visit()
    carla.page.goto(link)
    carla.page.get_by_role("alert").filter(has_text=carla.say("join.full")).wait_for()
    carla.page.get_by_role("link", name=carla.say("join.watch")).click()
    carla.page.get_by_text(carla.say("turn.watching")).wait_for()
    play_in_turn(anna, ben)
    standings = [
        visitor.page.locator("section[aria-labelledby=result] ol li").all_inner_texts() for visitor in (anna, ben)
    ]
    hers, his = ([("Ben" in line, line[:2]) for line in lines] for lines in standings)
    assert hers == his, "both are told the same"
    assert sorted(is_ben for is_ben, _ in hers) == [False, True]


def test_the_lot_gives_both_other_seats_and_each_keeps_their_own_view(visit: Visit) -> None:
    anna, ben = visit(), visit()
    told = ""
    while "Seats are drawn by lot: Ben, Anna." not in told:  # every second time
        anna.go("/new/smugglers")
        anna.agree("smugglers", ("me", "friend"), order="lot")
        anna.call("Anna")
        anna.set_sail()
        ben.page.goto(anna.page.get_by_label(anna.say("invite.link")).input_value())
        ben.page.get_by_label(ben.say("new.name")).fill("Ben")
        ben.page.get_by_role("button", name=ben.say("join.sit")).click()
        story = anna.page.get_by_role("log")
        story.get_by_text("Seats are drawn by lot").wait_for()
        told = story.inner_text()
    assert ben.wait() == "choices"
    anna.page.get_by_role("status").filter(has_text=anna.say("turn.theirs", who="Ben")).wait_for()
    assert (viewers(anna)[-1], viewers(ben)[-1]) == (1, 0)
    turns = {anna: 0, ben: 0}
    while min(turns.values()) < 2:
        for visitor in turns:
            with contextlib.suppress(TimeoutError):  # the other has to act first
                visitor.turn(longest_ms=200)
                turns[visitor] += 1


def test_a_free_seat_of_a_table_with_a_week_per_turn_is_taken_from_the_harbour(visit: Visit) -> None:
    anna, ben = visit(language="fr"), visit(is_phone=True)
    anna.go("/new/smugglers")
    anna.agree("smugglers", ("me", "friend"))
    anna.page.get_by_label("Temps par tour").select_option(label="Une semaine")
    anna.page.get_by_label(anna.say("new.public")).check()
    anna.set_sail()
    anna.page.get_by_label(anna.say("invite.link")).wait_for()
    ben.go("/")
    ben.page.get_by_role("link").filter(has_text=ben.say("harbour.sit")).first.click()
    ben.page.get_by_role("button", name=ben.say("join.sit")).click()
    ben.page.get_by_role("status").filter(has_text=ben.say("turn.theirs", who="player 1")).wait_for()
    assert anna.wait() == "choices"
    for visitor in (anna, ben):
        left = visitor.say("clock.left_days", count=6)  # a week less a moment
        visitor.page.get_by_role("timer").filter(has_text=left).first.wait_for()


def test_a_table_that_is_not_there_is_told_with_a_way_home(visit: Visit) -> None:
    anna = visit()
    anna.go("/t/nowhere")
    anna.page.get_by_role("heading", name=anna.say("not_found.title")).wait_for()
    anna.page.get_by_text("There is no table 'nowhere'").wait_for()
    anna.page.get_by_role("link", name=anna.say("not_found.home")).click()
    anna.page.locator("h1").filter(has_text=anna.say("harbour.title")).wait_for()


def play_in_turn(*visitors: Visitor) -> None:
    """Whoever is asked chooses, until all see the result."""
    waiting = list(visitors)
    while waiting:
        for visitor in list(waiting):
            with contextlib.suppress(TimeoutError):  # somebody else has to act first
                if visitor.turn(longest_ms=200) == "result":
                    waiting.remove(visitor)


def test_at_one_screen_nobody_sees_the_others_secrets(visit: Visit) -> None:
    anna = visit()
    anna.go("/new/smugglers")
    anna.agree("smugglers", ("me", "here"))
    anna.call("Anna", "Zoé")
    anna.set_sail()
    handed = 0
    looking = 0
    while handed < SOME_TURNS:
        if anna.turn() != "hand_over":
            continue
        seat = 1 - looking
        name = ("Anna", "Zoé")[seat]
        shown = anna.page.locator("body").inner_text().split("\n")
        assert [line for line in shown if line] == [
            anna.say("hand_over.pass", who=name),
            anna.say("hand_over.why"),
            anna.say("hand_over.take", who=name),
        ]
        assert anna.page.locator("main svg").count() == 1, "a seal, and no board"
        assert viewers(anna)[-1] == looking, "nothing of the other was even sent"
        if not handed:  # a page opened again in this moment still belongs to the one before
            anna.page.reload()
            assert anna.wait() == "hand_over"
            assert viewers(anna)[-1] == looking
        anna.page.keyboard.press("Enter")
        anna.page.get_by_text(anna.say("hand_over.why")).wait_for(state="detached")
        assert anna.wait() == "choices"
        assert viewers(anna)[-1] == seat
        assert "Zoé sits down." in anna.page.get_by_role("log").inner_text(), "everybody is told the whole story"
        looking = seat
        handed += 1


def viewers(visitor: Visitor) -> list[int]:
    """For whose eyes the views were that the server has sent so far."""
    told = [json.loads(frame) for frame in visitor.heard]
    return [each["viewer"] for each in told if each["type"] in ("view", "update")]


@pytest.fixture
def mortal(tmp_path: Path, server: Server) -> Iterator[list[Server]]:
    """A server to be killed; the last one in the list is the one that lives."""
    servers = [Server(tmp_path)]
    yield servers
    servers[-1].stop()


def test_after_the_server_was_killed_the_page_says_so_and_goes_on_by_itself(visit: Visit, mortal: list[Server]) -> None:
    anna = visit(address=mortal[0].address)
    anna.open_table("calypso", ("me", BOT), mixing="once")
    assert anna.turn() == "choices"
    anna.wait()
    anna.page.locator("main svg").first.wait_for()
    before = anna.page.get_by_role("log").locator("li").count()
    mortal[0].kill()
    banner = anna.page.get_by_text(anna.say("wire.lost"))
    banner.wait_for()
    mortal.append(mortal[0].again())
    banner.wait_for(state="detached")
    anna.page.get_by_text(anna.say("wire.back")).wait_for()
    assert anna.page.get_by_role("log").locator("li").count() >= before, "what happened is still told"
    anna.play()
    assert anna.page.locator("#result").count() == 1


def test_a_board_that_could_not_be_loaded_comes_as_soon_as_the_server_is_back(visit: Visit) -> None:
    anna = visit()
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.abort("connectionrefused")

    anna.page.route("**/assets/Board-*.js", refuse, times=1)
    anna.open_table("calypso", ("me", BOT))
    anna.page.locator("main svg").first.wait_for()
    assert len(refused) == 1
    assert anna.wait() == "choices"


def test_a_board_is_not_shown_before_its_words_are_here(visit: Visit) -> None:
    anna = visit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    anna.go("/new/calypso")
    anna.agree("calypso", ("me", BOT))
    anna.page.route("**/assets/en-*.js", hold)
    with anna.page.expect_response("**/assets/Board-*.js"):
        anna.set_sail()
    assert anna.wait() == "choices"
    anna.page.wait_for_timeout(500)
    assert len(held) == 1
    assert anna.page.locator("main svg").count() == 0, "its parts would be called by the keys of their names"
    held[0].continue_()
    anna.page.get_by_role("group", name="seven stones in a ring").wait_for()


def test_calypso_is_played_with_the_keyboard_alone(visit: Visit) -> None:
    anna = visit()
    anna.go("/")
    page, press = anna.page, anna.page.keyboard.press
    page.get_by_role("button", name=anna.say("harbour.play_game", game="Calypso")).wait_for()
    anna.tab_to("it.getAttribute('href') === '/new/calypso'")
    press("Enter")
    page.wait_for_url("**/new/calypso")
    page.get_by_role("button", name=anna.say("new.open")).wait_for()
    anna.tab_to(f"it.ariaLabel === {json.dumps(anna.say('new.fewer'))}")
    press("Enter")
    option = next(each for each in anna.card("calypso")["options"] if each["name"] == "mixing")
    anna.tab_to(
        f"it.tagName === 'SELECT' && it.closest('label')?.textContent.includes({json.dumps(option['text'][1:])})"
    )
    press("End")
    anna.tab_to("it.matches('form button.main')")
    press("Enter")
    page.wait_for_url("**/t/*")
    choices = anna.say("choices.title")
    while anna.wait() == "choices":
        anna.tab_to(f"it.closest('section[aria-label=\"{choices}\"] li')")
        for _ in range(anna.rng.randrange(4)):
            press("ArrowDown")
        press("Enter")
    assert page.locator("section[aria-labelledby=result] ol li").count() == 2
    assert (anna.by_button, anna.by_part) == (0, 0), "nothing was clicked"


def test_on_a_phone_a_game_is_played_with_a_finger_in_french(visit: Visit) -> None:
    anna = visit(language="fr", is_phone=True)
    anna.open_table("treasure_boots", ("me", BOT), round_limit=5)
    boards = set()
    while anna.turn() != "result":
        assert anna.page.evaluate("() => document.documentElement.scrollWidth") <= 360
        if anna.page.locator("#result").count() == 0:
            boards.add(anna.page.locator("main").evaluate("(board) => JSON.stringify(board.getBoundingClientRect())"))
    assert len(boards) == 1, "the board keeps its place from turn to turn"
    assert anna.page.locator("html").get_attribute("lang") == "fr"
    assert anna.page.get_by_role("button", name="Rejouer").count() == 1
    assert anna.by_part > 0


def test_the_page_speaks_as_the_browser_does_and_as_one_switches(visit: Visit) -> None:
    anna = visit(language="fr")
    anna.go("/")
    title = anna.page.locator("h1")
    title.filter(has_text=anna.say("harbour.title")).wait_for()
    anna.page.get_by_role("heading", name="L’île des contrebandiers").wait_for()
    anna.page.locator("summary").click()
    anna.page.get_by_role("button", name="English").click()
    title.filter(has_text="Where shall we sail today?").wait_for()
    anna.page.get_by_role("heading", name="Smugglers' Island").wait_for()
    anna.page.reload()
    title.filter(has_text="Where shall we sail today?").wait_for()
