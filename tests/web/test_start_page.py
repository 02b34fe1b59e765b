"""The start page in a real browser: names, order, who starts, which set and which camera."""

import pytest

from tests.support.browsing import until
from tests.support.photographed_hands import hand_jpeg

pytestmark = pytest.mark.xdist_group("every page")
WHO = "[...document.querySelectorAll('[name=player]')].map((one) => one.value).join()"


def start_page(phones, *names):
    phone = phones().join()
    phone.waits_for("#start")
    for index, name in enumerate(names):
        if index >= 2:
            phone.press("Add a player")
        phone.page.locator('[name="player"]').nth(index).fill(name)
    return phone


def starter(phone):
    return phone.page.locator("#starter").inner_text()


def test_names_that_are_missing_are_asked_for_where_they_go(table, phones):
    phone = start_page(phones, "Anna")
    phone.press("Start the game")
    assert phone.sees("Enter the names of at least two players.")
    assert phone.page.evaluate("document.activeElement.id") == "player-1"
    assert table.game is None
    phone.page.locator("#player-1").fill("Chris")
    assert not phone.page.get_by_text("Enter the names").is_visible()
    phone.press("Start the game")
    until(lambda: table.game is not None)


def test_a_fifth_player_is_called_a_house_rule_and_a_seventh_has_no_chair(table, phones):
    phone = start_page(phones, "A", "B", "C", "D")
    assert not phone.page.locator("#house-players").is_visible()
    phone.press("Add a player")
    assert phone.sees("The rulebook is for 2 to 4 players; five or six are a house rule.")
    phone.press("Add a player")
    assert not phone.page.locator("#add-player").is_visible()
    assert phone.page.locator('[name="player"]:visible').count() == 6


def test_who_starts_is_said_at_every_moment(table, phones):
    phone = start_page(phones, "Anna", "Chris")
    assert starter(phone) == "Nobody has counted yet. So Anna starts."
    phone.tap("summary")
    phone.page.locator("#matching-0").select_option("3")
    assert starter(phone) == "Anna starts and opens with 3 that match."
    phone.page.locator("#matching-1").select_option("3")
    assert starter(phone).startswith("Equally many: Anna, Chris. The oldest of them starts")
    phone.page.locator(".pick", has_text="Cubes").click()
    assert "The youngest of them starts" in starter(phone)
    phone.page.locator("#first").select_option("2")
    assert starter(phone) == "Chris starts and opens with 3 that match."
    phone.page.locator("#first").select_option("")
    phone.page.locator(".pick", has_text="Cards").click()
    assert starter(phone).startswith("Equally many")
    phone.page.locator("#matching-0").select_option("2")
    phone.page.locator("#matching-1").select_option("1")
    assert starter(phone) == "Nobody has three: shuffle and deal again."


def test_a_tie_is_asked_also_where_no_script_runs(table, phones):
    phone = phones()
    phone.context.route("**/*.js", lambda route: route.abort())
    phone.join().waits_for("#start")
    for index, name in enumerate(("Anna", "Chris")):
        phone.page.locator('[name="player"]').nth(index).fill(name)
    phone.tap("summary")
    for index in range(2):
        phone.page.locator(f"#matching-{index}").select_option("4")
    phone.press("Start the game")
    assert phone.sees("Equally many: Anna, Chris. The oldest of them starts")
    # What was filled in is still there.
    assert phone.page.evaluate(WHO) == "Anna,Chris,,,,"
    assert phone.page.locator("#matching-1").input_value() == "4"
    phone.page.locator("#first").select_option("2")
    phone.press("Start the game")
    until(lambda: table.game is not None)
    assert (table.game.next_player, table.game.started.declared) == ("Chris", 4)


def test_a_player_who_moves_up_takes_count_and_choice_along(table, phones):
    phone = start_page(phones, "Anna", "Chris", "Sally")
    phone.tap("summary")
    for index, count in enumerate("245"):
        phone.page.locator(f"#matching-{index}").select_option(count)
    phone.page.locator("#first").select_option("3")
    phone.page.locator(".up:visible").nth(2).click()
    assert phone.page.evaluate(WHO) == "Anna,Sally,Chris,,,"
    assert starter(phone) == "Sally starts and opens with 5 that match."
    # The topmost goes to the end.
    phone.page.locator(".up:visible").nth(0).click()
    assert phone.page.evaluate(WHO) == "Sally,Chris,Anna,,,"
    counts = [phone.page.locator(f"#matching-{index}").input_value() for index in range(3)]
    assert counts == ["5", "4", "2"]
    phone.press("Start the game")
    until(lambda: table.game is not None)
    assert table.game.players == ("Sally", "Chris", "Anna")
    assert (table.game.next_player, table.game.started.declared) == ("Sally", 5)


def test_a_white_set_and_a_network_camera_are_chosen_without_searching(table, phones):
    phone = start_page(phones, "Anna", "Chris")
    phone.page.locator(".pick", has_text="white").click()
    assert not phone.page.locator("#address").is_visible()
    phone.page.locator("#source").select_option("network")
    phone.press("Start the game")
    assert phone.sees("Enter the address of the network camera.")
    assert table.game is None
    phone.page.locator('[name="address"]').fill("192.168.255.254:9/video")
    phone.press("Start the game")
    until(lambda: table.game is not None)
    assert table.game.settings.sixth.value == "white"
    assert table.session.now.camera == "192.168.255.254"


def test_house_rules_lie_in_one_place_with_the_printed_rule_beside_each(table, phones):
    phone = start_page(phones, "Anna", "Chris", "Sally", "Dave")
    phone.tap("details.house summary")
    for printed in (
        "Rulebook: whoever goes out first gets 6 more.",
        "Rulebook: 2 to 4 players.",
        "Rulebook: everybody begins with 0 and plays alone.",
    ):
        assert phone.sees(printed)
    for name in ("no_bonus", "no_opening_set", "lone_tile_free"):
        phone.page.locator(f'[name="{name}"]').check()
    phone.page.locator('[name="turn_s"]').select_option("60")
    phone.page.locator('[name="handicap"]').nth(1).fill("12")
    for seat, team in enumerate("1212"):
        phone.page.locator('[name="team"]').nth(seat).select_option(team)
    # A player who moves up takes points and team along.
    phone.page.locator(".up:visible").nth(1).click()
    phone.press("Start the game")
    until(lambda: table.game is not None)
    settings = table.game.settings
    assert (settings.no_bonus, settings.no_opening_set, settings.lone_tile_free) == (True,) * 3
    assert settings.turn_s == 60
    assert table.game.players == ("Chris", "Anna", "Sally", "Dave")
    assert table.game.totals == {"Chris": 12, "Anna": 0, "Sally": 0, "Dave": 0}
    assert table.game.started.teams == (2, 1, 1, 2)
    assert phone.sees("Team 2: 12")
    # What cannot be agreed on for a game is not offered in it.
    phone.open("/start").page.locator(".pick", has_text="Cards").click()
    assert not phone.page.locator('[name="no_bonus"]').is_visible()


def test_one_team_of_all_has_nobody_to_play_against(table, phones):
    phone = start_page(phones, "Anna", "Chris")
    phone.tap("details.house summary")
    for seat in range(2):
        phone.page.locator('[name="team"]').nth(seat).select_option("1")
    phone.press("Start the game")
    assert phone.sees("All are in one team")
    assert table.game is None


def test_a_named_opener_does_not_win_over_larger_counts(table, phones):
    phone = start_page(phones, "Anna", "Chris")
    phone.tap("summary")
    phone.page.locator("#matching-0").select_option("2")
    phone.page.locator("#matching-1").select_option("4")
    phone.page.locator("#first").select_option("1")
    assert starter(phone).startswith("Chris counted more and starts by the rulebook.")
    phone.press("Start the game")
    assert phone.page.locator(".banner").inner_text().startswith("Chris counted more")
    assert table.game is None


def test_an_opening_hand_is_counted_on_its_photo_and_a_tie_is_asked(table, phones, tmp_path):
    phone = start_page(phones, "Anna", "Chris")
    phone.tap("summary")
    for seat, hand in enumerate(("rc r* bo yx gd ps", "bs gs oc yx px ro")):
        photo = tmp_path / f"{seat}.jpg"
        photo.write_bytes(hand_jpeg(hand))
        phone.page.set_input_files(f".counts li:nth-child({seat + 1}) input[type=file]", photo)
        phone.waits_until(f"document.querySelector('#matching-{seat}').value === '2'")
    assert starter(phone).startswith("Equally many: Anna, Chris. The oldest of them starts")


def test_the_time_of_a_turn_runs_down_and_a_gentle_sound_ends_it(table, phones):
    table.begin(turn_s=1)
    phone = phones()
    phone.page.add_init_script(
        "window.rung = 0; const real = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () {"
        " window.rung += 1; return real.call(this); };"
    )
    phone.join().waits_for("#timer.over")
    assert phone.page.locator("#timer").inner_text() == "Time is over"
    phone.waits_until("window.rung === 2")
    # The turn is still there, and the next one has its own time.
    table.begin(turn_s=300)
    phone.waits_until("/^[45]:/.test(document.querySelector('#timer').textContent)")
