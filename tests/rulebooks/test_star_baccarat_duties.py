"""Duties of Baccarat, as the calendar asks for them."""

from support.duty_checks import advice_stays_open_until_it_is_given, content_people_need_no_advice

GAME = "star-baccarat"


def test_14_19_the_calendar_asks_until_the_person_is_told() -> None:
    advice_stays_open_until_it_is_given(GAME, "14.19")


def test_14_19_nearest_miss_nobody_has_said_that_they_are_not_content() -> None:
    content_people_need_no_advice(GAME)
