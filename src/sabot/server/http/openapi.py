"""The OpenAPI description of the API, derived from the routes."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec

from sabot.server.http.errors import ErrorAnswer, status_of
from sabot.server.http.routes import EVERYONE, Asked, Reply, Route

VERSION: Final = "3.1.0"
REF: Final = "#/components/schemas/{name}"
ALWAYS: Final = ("bad-query", "too-many")
SIGNED: Final = ("not-signed-in", "wrong-role")
UNSAFE: Final = ("wrong-origin",)
BODY: Final = ("bad-command", "too-slow", "too-big", "not-json")
COMMANDS: Final = ("rejected", "busy")
WORDS: Final = {
    400: "It cannot be read, or makes no sense.",
    401: "You are not signed in, or the session is locked.",
    403: "Not for this role, or not from this place.",
    404: "There is no such thing.",
    408: "Too slow.",
    409: "A rule says no; the clause says which.",
    413: "Too much.",
    415: "Not JSON.",
    429: "Too often.",
    503: "Not now.",
}


def description(routes: Iterable[Route]) -> dict[str, Any]:
    """Return the OpenAPI document of these routes."""
    routes = [route for route in routes if route.path.startswith(("/api/", "/healthz", "/readyz"))]
    kinds = [kind for route in routes for kind in (route.takes, route.gives) if kind is not None]
    queries = [route.query for route in routes if route.query is not None]
    schemas, components = msgspec.json.schema_components(
        [ErrorAnswer, *kinds, *queries], schema_hook=_anything, ref_template=REF
    )
    found = iter(schemas[1:])
    by_kind = {id(kind): next(found) for kind in (*kinds, *queries)}
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(
            route, by_kind, components
        )
    return {
        "openapi": VERSION,
        "info": {
            "title": "Sabot",
            "version": "1",
            "description": "The approved baccarat family: tables, players, and a log that anyone "
            "can replay. Amounts in commands are decimal text, in answers whole cents.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "__Host-sabot"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _anything(kind: type) -> dict[str, Any]:
    """Return the schema of a value of any kind, as in the fields of a command that is ready to
    send."""
    assert kind is object, kind
    return {"description": "A value of any kind."}


def _operation(route: Route, by_kind: dict[int, Any], components: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": _name(route),
        "parameters": [*_in_path(route), *_in_query(route, by_kind, components)],
        "responses": _responses(route, by_kind),
        "x-roles": sorted(route.who - {""}),
    }
    if route.who != EVERYONE:
        operation["security"] = [{"session": []}, {"token": []}]
    if route.takes is not None:
        schema = by_kind[id(route.takes)]
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return operation


def _name(route: Route) -> str:
    words = re.findall(r"[a-z]+", route.path.removeprefix("/api"))
    return "-".join([route.method.lower(), *words])


def _in_path(route: Route) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"{(\w+)}", route.path)
    ]


def _in_query(
    route: Route, by_kind: dict[int, Any], components: dict[str, Any]
) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    name = by_kind[id(route.query)]["$ref"].rpartition("/")[2]
    schema = components[name]
    required = schema.get("required", ())
    return [
        {"name": key, "in": "query", "required": key in required, "schema": each}
        for key, each in schema["properties"].items()
    ]


def _responses(route: Route, by_kind: dict[int, Any]) -> dict[str, Any]:
    done: dict[str, Any] = {"description": route.summary}
    if route.gives is not None:
        done["content"] = {route.media_type: {"schema": by_kind[id(route.gives)]}}
    elif route.status != 204:
        done["content"] = {route.media_type: {"schema": {}}}
    responses = {str(route.status): done}
    codes = [*ALWAYS, *route.refuses, *(SIGNED if route.who != EVERYONE else ())]
    if route.method != "GET":
        codes += UNSAFE
    if route.takes is not None:
        codes += BODY + COMMANDS
    refused = {"$ref": "#/components/schemas/Failure"}
    for status in sorted({status_of(code) for code in codes}):
        responses[str(status)] = {
            "description": WORDS[status],
            "content": {"application/json": {"schema": refused}},
        }
    return responses


@cache
def _encoded() -> bytes:
    from sabot.server.app import ROUTES as EVERY  # imported late: this route is one of them

    return msgspec.json.encode(description(EVERY))


async def show(asked: Asked) -> Reply:
    return Reply(await asked.casino.work(_encoded))


ROUTES = (
    Route("GET", "/api/openapi.json", EVERYONE, show, "This description."),
)  # fmt: skip
