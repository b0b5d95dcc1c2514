"""Settings of the server: address, store, rates."""

import ipaddress
from pathlib import Path

import msgspec

from sabot.accounts.days import zone_of
from sabot.core.refusal import Refusal, quoted
from sabot.server.videos import check_videos
from sabot.store.tlog.cosigners import read_cosigners
from sabot.views.felt.projection import Countdown

EVERYBODY = 0o007
LOOPBACK_NAMES = frozenset({"localhost"})


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """`origin` is how browsers reach the server if that is not `host` and `port`, for instance
    behind a proxy that holds the certificate; `behind_proxy`: that proxy says where a request comes
    from, in the last address of X-Forwarded-For. `signing_key` and `witness`: checkpoints of the
    log are signed and handed over; `new_witness`: one that has seen nothing may begin now.
    `cosigners`: a file of witnesses by `c2sp.org/tlog-witness`; `adopt_witness`: names of
    witnesses that this copy of a store takes over. `witness_for`: the folder in which this casino
    is a witness for others. Rates are requests a second, with a burst: `sign_ins` of one address,
    and `wrong` of those that were. `sockets` is how many one session may have open, twice as many
    a person in all their sessions, ten times as many an address without sessions. `zone` is where
    the casino's days, weeks and months end, `operator` whose reports these are. `videos` are
    addresses of streams by table."""

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = "casino.db"
    demo: bool = False
    origin: str | None = None
    behind_proxy: bool = False
    certificate: Path | None = None
    key: Path | None = None
    signing_key: Path | None = None
    witness: Path | str | None = None
    new_witness: bool = False
    witness_for: Path | None = None
    cosigners: Path | None = None
    adopt_witness: tuple[str, ...] = ()
    betting_seconds: int = 15
    turning_seconds: int = 25
    deciding_seconds: int = 20
    rate: float = 30.0
    burst: int = 120
    sign_ins: float = 25.0
    sign_in_burst: int = 250
    wrong: float = 1.0
    wrong_burst: int = 100
    sockets: int = 200
    largest_body: int = 65_536
    zone: str = "Australia/Sydney"
    operator: str = ""
    videos: dict[str, str] = {}

    @property
    def countdown(self) -> Countdown:
        """Return the time that players have; a robot dealer waits as long."""
        return Countdown(self.betting_seconds, self.turning_seconds, self.deciding_seconds)

    @property
    def is_shared(self) -> bool:
        """Return True if several servers can use the store."""
        return self.store.startswith(("postgresql://", "postgres://"))

    @property
    def is_secure(self) -> bool:
        return self.certificate is not None

    @property
    def origins(self) -> frozenset[str]:
        """Return the origins of our own pages, as browsers write them."""
        if self.origin is not None:
            return frozenset({self.origin})
        scheme = "https" if self.is_secure else "http"
        names = {self.host}
        if is_loopback(self.host):
            names |= {"127.0.0.1", "localhost"}
        default = {"https": 443, "http": 80}[scheme]
        port = "" if self.port == default else f":{self.port}"
        return frozenset(f"{scheme}://{_bracketed(name)}{port}" for name in names)

    @property
    def hosts(self) -> frozenset[str]:
        """Return the permitted values of a Host header, so that no other name can point at us."""
        own = frozenset(origin.partition("://")[2] for origin in self.origins)
        near = f":{self.port}"
        return own | {f"127.0.0.1{near}", f"localhost{near}"}


def is_loopback(host: str) -> bool:
    """Return True if only this machine can reach that address.

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0"), is_loopback("localhost")
    (True, False, True)
    """
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_anywhere(host: str) -> bool:
    """Return True if the address means all of this machine's, so that it cannot be the name of
    one."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def check(settings: Settings) -> None:
    """Refuse settings under which passwords or sessions would travel in the open."""
    if not 0 <= settings.port <= 65_535:
        raise Refusal("bad-settings", None, f"{settings.port} is not a port: 1 to 65535.")
    zone_of(settings.zone)
    if (settings.certificate is None) != (settings.key is None):
        raise Refusal("bad-settings", None, "A certificate and its key go together: give both.")
    for file in (settings.certificate, settings.key):
        if file is not None and not file.is_file():
            raise Refusal("bad-settings", None, f"There is no file {quoted(str(file))}.")
    if settings.key is not None and settings.key.stat().st_mode & EVERYBODY:
        raise Refusal(
            "bad-settings",
            None,
            f"Everybody here may use the key {quoted(str(settings.key))}: say chmod 600.",
        )
    if not settings.is_secure and not is_loopback(settings.host):
        raise Refusal(
            "bad-settings",
            None,
            f"Without a certificate Sabot listens on this machine only, because passwords and "
            f"sessions would cross the network in the open: {quoted(settings.host)} needs "
            "--certificate and --key, or a proxy on this machine with --origin.",
        )
    if (settings.signing_key is None) != (settings.witness is None):
        raise Refusal("bad-settings", None, "Checkpoints need --signing-key and --witness.")
    if settings.cosigners is not None:
        read_cosigners(settings.cosigners)
    if settings.behind_proxy and settings.origin is None:
        raise Refusal("bad-settings", None, "Behind a proxy, say how browsers reach it: --origin.")
    if is_anywhere(settings.host) and settings.origin is None:
        raise Refusal(
            "bad-settings",
            None,
            f"{settings.host} is no name that a browser can ask for: say how it reaches this "
            "casino, with --origin.",
        )
    _check_origin(settings.origin)
    check_videos(settings.videos)


def _check_origin(origin: str | None) -> None:
    if origin is None:
        return
    scheme, found, rest = origin.partition("://")
    local = is_loopback(rest.partition(":")[0])
    if (
        not found
        or not rest
        or "/" in rest
        or not (scheme == "https" or (scheme == "http" and local))
    ):
        raise Refusal(
            "bad-settings",
            None,
            f"{quoted(origin)} is not an origin: https:// and a name, without a path.",
        )
