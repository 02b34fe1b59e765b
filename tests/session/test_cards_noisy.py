"""Whole games of Cards before readers that err: what is told without a question is right."""

from __future__ import annotations

from collections import Counter

from tests.support.cards_by_photos import noisy
from tests.support.noisy_cards import MEASURED, PERFECT


def told(found: Counter[tuple[str, str]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for (_, outcome), turns in found.items():
        counts[outcome] += turns
    return counts


def test_a_reader_without_errors_is_believed_and_every_turn_is_right():
    counts = told(noisy(7100, 4, PERFECT, 0.0))
    assert counts["silent"] == 0
    assert counts["right"] >= 0.95 * counts.total()


def test_forgotten_photos_are_asked_about_and_spoil_no_later_turn():
    counts = told(noisy(7200, 4, PERFECT, 0.15))
    assert counts["silent"] == 0
    assert counts["right"] >= 0.75 * counts.total()


def test_no_error_of_reading_becomes_a_wrong_turn_without_a_question():
    counts = told(noisy(7300, 1, MEASURED, 0.0))
    assert counts["silent"] == 0
    assert counts["right"] > 0


def test_people_who_answer_are_asked_about_each_error_once():
    counts = told(noisy(7320, 1, MEASURED.times(0.25), 0.0, answered=True))
    assert counts["silent"] == 0
    assert counts["right"] >= 0.8 * counts.total()
