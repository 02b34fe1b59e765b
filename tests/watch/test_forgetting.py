"""Photos that were not taken: what a table's own photos tell of that."""

from assistant.watch.forgetting import Forgetting

ASKED = 0.005


def after(*photos):
    told = Forgetting()
    for turns, skipped, gap_s in photos:
        told = told.with_photo(turns, skipped, gap_s)
    return told


def test_nobody_is_taken_to_forget_before_it_happened():
    assert Forgetting().odds() < 0.02
    assert after(*[(1, 0, None)] * 10).odds() < Forgetting().odds()


def test_one_forgotten_photo_makes_the_next_one_likely_for_a_while():
    forgot = after((1, 0, None), (2, 0, None))
    assert forgot.odds() > 0.2
    assert after((2, 0, None), *[(1, 0, None)] * 40).odds() < 0.02


def test_photos_whose_numbers_told_of_a_gap_tell_of_every_gap():
    assert after((1, 0, None), (2, 1, None)).odds() < 0.001


def test_numbers_that_were_silent_once_are_believed_no_more():
    assert after((2, 1, None), (2, 0, None)).odds() > 0.2


def test_a_pause_of_twice_the_usual_length_makes_a_forgotten_photo_likelier():
    steady = after(*[(1, 0, 40.0)] * 6)
    assert steady.odds(80.0) > 1.5 * steady.odds()
    assert steady.odds(40.0) < steady.odds()


def test_photos_sent_all_at_once_have_no_times():
    assert after(*[(1, 0, 0.01)] * 6).odds(0.02) == after(*[(1, 0, None)] * 6).odds()
