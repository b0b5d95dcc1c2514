"""Duties of Lucky Draw, as the calendar asks for them."""

from support.duty_checks import advice_stays_open_until_it_is_given, content_people_need_no_advice

GAME = "star-lucky-draw"


def test_12_12_the_calendar_asks_until_the_person_is_told() -> None:
    advice_stays_open_until_it_is_given(GAME, "12.12")


def test_12_12_nearest_miss_nobody_has_said_that_they_are_not_content() -> None:
    content_people_need_no_advice(GAME)
