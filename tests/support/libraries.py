"""The libraries with large types: mypy reads them once, while the tests are set up."""

import httpx
import hypothesis.stateful
import numba
import numpy
import playwright.sync_api
import psycopg
import pytest
import rich.console
import schemathesis
import starlette.applications
import uvicorn
import websockets

__all__ = [
    "httpx",
    "hypothesis",
    "numba",
    "numpy",
    "playwright",
    "psycopg",
    "pytest",
    "rich",
    "schemathesis",
    "starlette",
    "uvicorn",
    "websockets",
]
