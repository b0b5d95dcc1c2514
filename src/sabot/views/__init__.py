"""Views of a table and of its events for each person, as plain data.

>>> from sabot.table import Table
>>> view_of(Table(name="1"), Watching()).wait.step
'closed'
"""

from sabot.engine.kind import PRIVATE
from sabot.table.seen import seen_by
from sabot.views.desk.staff import card_of, notice_views, staff_of
from sabot.views.felt.projection import Countdown, Watching
from sabot.views.felt.table import changed, view_of
from sabot.views.felt.you import you_of
from sabot.views.shapes import NextStep, NoticeView, Past, StaffView, TableCard, TableView, You
from sabot.views.steps.next_step import next_step, wait_of

__all__ = [
    "PRIVATE",
    "Countdown",
    "NextStep",
    "NoticeView",
    "Past",
    "StaffView",
    "TableCard",
    "TableView",
    "Watching",
    "You",
    "card_of",
    "changed",
    "next_step",
    "notice_views",
    "seen_by",
    "staff_of",
    "view_of",
    "wait_of",
    "you_of",
]
