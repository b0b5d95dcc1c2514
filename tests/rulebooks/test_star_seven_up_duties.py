"""Duties of 7-Up, as the calendar asks for them."""

from support.duty_checks import advice_stays_open_until_it_is_given, content_people_need_no_advice

GAME = "star-seven-up"


def test_14_13_the_calendar_asks_until_the_person_is_told() -> None:
    advice_stays_open_until_it_is_given(GAME, "14.13")


def test_14_13_nearest_miss_nobody_has_said_that_they_are_not_content() -> None:
    content_people_need_no_advice(GAME)
