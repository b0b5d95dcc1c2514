"""`sabot serve`: the casino on the web."""

import argparse
import getpass
import os
import sys
from pathlib import Path

from sabot.accounts.days import zone_of
from sabot.core.refusal import Refusal
from sabot.people import ADMINISTRATOR, People
from sabot.people.persons.oversight import ADMINISTRATORS
from sabot.server.casino import Casino
from sabot.server.operations.logs import write_logs
from sabot.server.serve import serve
from sabot.server.settings import Settings, check
from sabot.server.videos import videos_from
from sabot.store import open_store

DATABASE = "SABOT_DATABASE_URL"
ORIGIN = "SABOT_ORIGIN"


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "--store",
        metavar="URL",
        help=f"a file, or postgresql://… (default: {DATABASE}, else casino.db)",
    )
    options.add_argument("--host", default="127.0.0.1", help="where to listen (127.0.0.1)")
    options.add_argument(
        "--port", type=int, default=8000, metavar="N", help="the port (8000); 0: any that is free"
    )
    options.add_argument(
        "--origin",
        metavar="URL",
        help=f"how browsers reach this casino, as https://casino.example (default: {ORIGIN})",
    )
    options.add_argument(
        "--behind-proxy",
        action="store_true",
        help="believe the last address in X-Forwarded-For, which the proxy of --origin writes",
    )
    options.add_argument("--certificate", type=Path, metavar="FILE", help="for TLS, with --key")
    options.add_argument("--key", type=Path, metavar="FILE", help="the certificate's private key")
    _declare_witness(options)
    _declare_casino(options)
    options.add_argument(
        "--demo",
        action="store_true",
        help="a demo casino with play money and robots, in which you take any role",
    )


def _declare_witness(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "--signing-key",
        type=Path,
        metavar="FILE",
        help="sign checkpoints of the log, with --witness",
    )
    options.add_argument(
        "--witness",
        metavar="FILE",
        help="where the signed checkpoints also go; a URL of another Sabot is told their digests",
    )
    options.add_argument(
        "--new-witness", action="store_true", help="begin a new witness that has seen nothing yet"
    )
    options.add_argument(
        "--cosigners",
        type=Path,
        metavar="FILE",
        help="witnesses that cosign the log's head (c2sp.org/tlog-witness): a key and a URL a line",
    )
    options.add_argument(
        "--adopt-witness",
        action="append",
        default=[],
        metavar="NAME",
        help="this copy of a store takes the place of the one that the witness knows",
    )
    options.add_argument(
        "--witness-for", type=Path, metavar="FOLDER", help="be a witness for other casinos"
    )


def _declare_casino(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "--betting-seconds", type=int, default=15, metavar="N", help="the countdown of a coup (15)"
    )
    options.add_argument(
        "--zone",
        default="Australia/Sydney",
        help="where the casino's days, weeks and months end (Australia/Sydney)",
    )
    options.add_argument(
        "--operator", default="", metavar="NAME", help="the casino operator's name, for reports"
    )
    options.add_argument(
        "--video",
        action="append",
        default=[],
        metavar="TABLE=URL",
        help="the stream of a table: an HLS playlist or a file; once for each table",
    )


def run(chosen: argparse.Namespace) -> int:
    write_logs("warning" if chosen.demo else "info")
    settings = Settings(
        host=chosen.host,
        port=chosen.port,
        store=chosen.store or os.environ.get(DATABASE) or "casino.db",
        demo=chosen.demo,
        origin=chosen.origin or os.environ.get(ORIGIN) or None,
        behind_proxy=chosen.behind_proxy,
        certificate=chosen.certificate,
        key=chosen.key,
        signing_key=chosen.signing_key,
        witness=chosen.witness,
        new_witness=chosen.new_witness,
        witness_for=chosen.witness_for,
        cosigners=chosen.cosigners,
        adopt_witness=tuple(chosen.adopt_witness),
        betting_seconds=_seconds(chosen.betting_seconds),
        zone=zone_of(chosen.zone).key,
        operator=chosen.operator,
        videos=videos_from(chosen.video),
    )
    if chosen.demo:
        from sabot.server.demo.demo import serve_demo

        serve_demo(settings, given=chosen.store or os.environ.get(DATABASE))
        return 0
    check(settings)
    _ask_for_administrator(settings)
    serve(settings, ready=_say)
    return 0


def _seconds(number: int) -> int:
    if not 5 <= number <= 600:
        raise Refusal("bad-settings", None, "A countdown takes 5 to 600 seconds.")
    return number


def _say(casino: Casino) -> None:
    origin = min(casino.settings.origins)
    print(f"Sabot is open at {origin}", flush=True)
    if not casino.settings.is_secure:
        print(
            "It listens on this machine only: without a certificate, passwords would cross the "
            "network in the open.",
            flush=True,
        )


def _ask_for_administrator(settings: Settings) -> None:
    """Ask for two administrators at the first start: each confirms whom the other lets in."""
    with open_store(settings.store) as store:
        people = People(store)
        if not people.is_empty():
            return
        if not sys.stdin.isatty():
            raise Refusal(
                "no-administrator",
                None,
                "No one can sign in yet: add two administrators first, with `sabot people add "
                "NAME --role administrator`.",
            )
        print("No one can sign in yet. Two administrators let the others in, one confirming what")
        print("the other states. Who are they?")
        for _ in range(ADMINISTRATORS):
            name = input("Name: ").strip()
            password = getpass.getpass("Password: ")
            if password != getpass.getpass("The same again: "):
                raise Refusal("weak-password", None, "The two passwords differ: start again.")
            people.add(name, password, ADMINISTRATOR, "the first start")
