"""Advice during a game: told when light or view stay bad, gone when they are good again."""

import pytest

from assistant.session.advice import BAD_FOR_S, EVERY_S, GOOD_FOR_S, SLOW_BAD_FOR_S, Advising
from assistant.session.camera_loop import Seen
from assistant.session.sentences_setup import check_advice
from assistant.session.setup import Setup
from assistant.words import Language
from calibration.checks.checks import Check, Finding, Standing
from calibration.inks.profile import Profiles
from tests.support.camera_views import GOOD, blurred, oblique
from vision.reading.read import read_picture
from vision.scene.report import SceneReport, SceneState
from vision.sources import Picture

ALL_GREEN = tuple(Finding(check, Standing.GREEN) for check in Check)


def with_red(*red):
    return tuple(
        Finding(f.check, Standing.RED if f.check in red else Standing.GREEN) for f in ALL_GREEN
    )


def told(advising, findings, since_s, until_s):
    """What is told at the end of a time in which the checks stood so."""
    now_s, said = since_s, ()
    while now_s <= until_s:
        said = advising.judge(findings, now_s)
        now_s += EVERY_S
    return [finding.check for finding in said]


def test_with_nothing_wrong_nothing_is_said():
    assert told(Advising(), ALL_GREEN, 0.0, 60.0) == []


def test_a_passing_shadow_is_not_worth_a_sentence():
    advising = Advising()
    assert told(advising, with_red(Check.LIGHT), 0.0, BAD_FOR_S - 0.1) == []
    assert told(advising, ALL_GREEN, 4.0, 12.0) == []


def test_what_stays_bad_is_told_and_goes_away_when_it_is_good_again():
    advising = Advising()
    assert told(advising, with_red(Check.LIGHT), 0.0, BAD_FOR_S + EVERY_S) == [Check.LIGHT]
    assert told(advising, ALL_GREEN, 6.0, 6.0 + GOOD_FOR_S + EVERY_S) == []


def test_a_lamp_switched_on_once_is_no_hunting_camera():
    advising = Advising()
    assert told(advising, with_red(Check.HUNTING), 0.0, 7.0) == []
    assert told(advising, with_red(Check.HUNTING), 8.0, SLOW_BAD_FOR_S + EVERY_S) == [Check.HUNTING]


def test_what_people_put_right_first_is_told_first():
    red = with_red(Check.GLARE, Check.LIGHT, Check.TILT)
    assert told(Advising(), red, 0.0, 8.0) == [Check.LIGHT, Check.TILT, Check.GLARE]


def test_a_sentence_keeps_its_numbers_while_it_stands():
    advising = Advising()
    said = {
        advising.judge((Finding(Check.LIGHT, Standing.RED, 40.0 - k, 45.0),), k * EVERY_S)
        for k in range(6)
    }
    assert said == {(), (Finding(Check.LIGHT, Standing.RED, 40.0, 45.0),)}


def test_it_is_judged_every_few_seconds_only():
    advising = Advising()
    assert advising.is_due(10.0)
    advising.judge(ALL_GREEN, 10.0)
    assert not advising.is_due(10.0 + EVERY_S - 0.1)
    assert advising.is_due(10.0 + EVERY_S)


class Watched:
    """A table that a camera shows, at a time of our own."""

    def __init__(self, folder):
        self.now_s = 0.0
        self.setup = Setup(Profiles(folder), clock=lambda: self.now_s)

    def shows(self, picture_bgr, seconds=8.0, fps=5.0):
        """What is told after the camera has shown this for a while."""
        seen = read_picture(picture_bgr)
        said = None
        for k in range(int(seconds * fps)):
            self.now_s += 1 / fps
            report = SceneReport(SceneState.STILL, self.now_s)
            shot = Picture(picture_bgr, self.now_s, k + 1)
            self.setup.saw(Seen(self.now_s, report, shot, seen if k == 0 else None))
            fresh = self.setup.advice(tiles_lie_there=True)
            said = said if fresh is None else fresh
        return [finding.check for finding in said], said


@pytest.mark.parametrize(
    ("check", "bad"),
    [
        (Check.LIGHT, (GOOD * 0.14).astype("uint8")),
        (Check.SHARP, blurred(GOOD, 5.0)),
        (Check.TILT, oblique()),
        (Check.TILES, GOOD[:260, :420].repeat(2, axis=0).repeat(2, axis=1) // 2 + 90),
    ],
    ids=lambda value: value.value if isinstance(value, Check) else "",
)
def test_a_table_that_is_seen_worse_gets_its_sentence_until_it_is_seen_well(check, bad, tmp_path):
    watched = Watched(tmp_path)
    assert watched.shows(GOOD)[0] == []
    checks, said = watched.shows(bad, seconds=16.0)
    assert checks[0] is check
    for language in Language:
        assert check_advice(said[0], language).endswith(".")
    assert watched.shows(GOOD, seconds=16.0)[0] == []


def test_an_empty_table_at_the_start_of_a_game_is_no_trouble(tmp_path):
    setup = Setup(Profiles(tmp_path), clock=lambda: 50.0)
    assert Check.TILES not in [f.check for f in setup.advice(tiles_lie_there=True)]
