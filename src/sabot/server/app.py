"""The application: every route, every page, every socket, behind one guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as HttpRoute
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from sabot.core.refusal import Refusal
from sabot.server.casino import Casino, Prepare
from sabot.server.door import entrance, staff
from sabot.server.duties import duties, reports
from sabot.server.http import openapi, permissions
from sabot.server.http import pages as page_files
from sabot.server.http.guard import RequestGuard
from sabot.server.http.limits import Rate
from sabot.server.http.pages import missing, prefers_page, shown
from sabot.server.http.request_handler import endpoint, refusal
from sabot.server.http.routes import Route
from sabot.server.http.site import PAGES
from sabot.server.http.texts import words
from sabot.server.inspect import cases, exceptions, inspector, witness
from sabot.server.inspect.public_log import public_log_routes
from sabot.server.inspect.tlog_witness import witness_routes
from sabot.server.lab import lab, school
from sabot.server.live.devices import live_device
from sabot.server.live.notifications import listen
from sabot.server.live.sockets import (
    close_at_once,
    live_floor,
    live_table,
    live_tournament,
    tell_floor,
    watch_sessions,
)
from sabot.server.operations import system
from sabot.server.operations.policy_tasks import keep_policy
from sabot.server.pit import figures as pit_figures
from sabot.server.pit import people as pit_people
from sabot.server.pit.prices import price
from sabot.server.promotions import promotions
from sabot.server.promotions.ticket_counter import hear
from sabot.server.tables import (
    accounts,
    alerts,
    cage,
    guide,
    howto,
    patrons,
    policy,
    rulebook_files,
    rulebooks,
    slips,
    statements,
    tables,
    video,
    visit_proofs,
)
from sabot.server.tournaments import entrants, oversight, plans, preparation, receipts, tournaments

ROUTES: Final[tuple[Route, ...]] = (
    *entrance.ROUTES,
    *tables.ROUTES,
    *video.ROUTES,
    *pit_figures.ROUTES,
    *pit_people.ROUTES,
    *accounts.ROUTES,
    *visit_proofs.ROUTES,
    *tournaments.ROUTES,
    *oversight.ROUTES,
    *plans.ROUTES,
    *receipts.ROUTES,
    *entrants.ROUTES,
    *preparation.ROUTES,
    *cage.ROUTES,
    *patrons.ROUTES,
    *slips.ROUTES,
    *policy.ROUTES,
    *alerts.ROUTES,
    *statements.ROUTES,
    *guide.ROUTES,
    *rulebooks.ROUTES,
    *rulebook_files.ROUTES,
    *howto.ROUTES,
    *inspector.ROUTES,
    *cases.ROUTES,
    *exceptions.ROUTES,
    *witness.ROUTES,
    *duties.ROUTES,
    *promotions.ROUTES,
    *reports.ROUTES,
    *lab.ROUTES,
    *school.ROUTES,
    *staff.ROUTES,
    *system.ROUTES,
    *openapi.ROUTES,
    *permissions.ROUTES,
)
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
SOCKETS: Final = {
    "/api/tables/{id}/live": live_table,
    "/api/tables/{id}/devices/{device}/live": live_device,
    "/api/tournaments/{id}/live": live_tournament,
    "/api/floor/live": live_floor,
}


def application(
    casino: Casino,
    more: tuple[Route, ...] = (),
    prepare: Prepare = lambda casino: (),
    at_once: bool = False,
) -> ASGIApp:
    """Return the casino as an ASGI application. `more`: the demo's own routes; `prepare`: opens its
    tables; `at_once`: the first requests are answered while tables are still being opened."""
    settings = casino.settings
    rate = Rate(settings.rate, settings.burst)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        opening = casino.begin(prepare)
        if not at_once:
            await opening
        casino.keep("store", casino.store_watch.run, needed=True)
        casino.keep("lobby", partial(tell_floor, casino), needed=True)
        casino.keep("sessions", partial(watch_sessions, casino), needed=True)
        casino.keep("promotions", partial(hear, casino))
        casino.keep("prices", partial(price, casino))
        keep_policy(casino)
        close_at_once(casino)
        listen(casino)
        yield
        await casino.close()

    by_path: dict[str, list[Route]] = {}
    for each in (*ROUTES, *more):
        by_path.setdefault(each.path, []).append(each)
    routes: list[Any] = [
        HttpRoute(path, _methods(casino, each, rate), methods=[*METHODS])
        for path, each in by_path.items()
    ]
    routes += [
        HttpRoute(path, shown(casino, page), methods=["GET"]) for path, page in PAGES.items()
    ]
    routes += [
        WebSocketRoute(path, partial(serve, casino, rate)) for path, serve in SOCKETS.items()
    ]
    told = partial(words, settings.zone)
    routes.append(HttpRoute("/words/{language}/{folders}.json", told, methods=["GET"]))
    routes += [*witness_routes(casino), *public_log_routes(casino), *page_files.ROUTES]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={404: _not_found, 405: _no_method},
    )
    app.router.redirect_slashes = False
    return RequestGuard(app, settings)


def _methods(casino: Casino, routes: list[Route], rate: Rate) -> Any:
    """Return the endpoint of a path with several methods; other methods are refused."""
    answers = {route.method: endpoint(casino, route, rate) for route in routes}

    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        found = answers.get(method)
        if found is None:
            response = await _no_method(request, None)
            response.headers["allow"] = ", ".join(sorted(answers))
            return response
        return await found(request)

    return answer


async def _not_found(request: Request, error: Any) -> Response:
    """Answer a browser with a page, and a program with the common error shape."""
    if not request.url.path.startswith("/api/") and prefers_page(request):
        return missing(request)
    return refusal(Refusal("not-found", None, "There is nothing here by that name."))


async def _no_method(request: Request, error: Any) -> Response:
    return refusal(
        Refusal(
            "no-such-method",
            None,
            "The method {method} is not allowed here.",
            method=request.method,
        )
    )
