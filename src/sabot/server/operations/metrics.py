"""Metrics for a monitor: counts and times, without names of people."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
REQUESTS = Counter(
    "sabot_requests_total", "Requests answered", ("route", "method", "status"), registry=REGISTRY
)
REQUEST_SECONDS = Histogram(
    "sabot_request_seconds", "Time to answer a request", ("route",), registry=REGISTRY
)
COMMANDS = Counter(
    "sabot_commands_total",
    "Commands by outcome (done, rejected, refused, failed) and code of the refusal",
    ("do", "outcome", "code"),
    registry=REGISTRY,
)
COMMAND_SECONDS = Histogram(
    "sabot_command_seconds",
    "Time until a command is durable",
    registry=REGISTRY,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
VIEWERS = Gauge("sabot_viewers", "Open sockets", registry=REGISTRY)
TABLES = Gauge("sabot_tables", "Tables that are followed", registry=REGISTRY)
SIGN_INS = Counter("sabot_sign_ins_total", "Sign-ins by outcome", ("outcome",), registry=REGISTRY)

REFUSED_ROWS = Counter(
    "sabot_refused_rows_total",
    "Rows that the store's key has not signed",
    ("table",),
    registry=REGISTRY,
)
BROKEN = Gauge("sabot_broken_streams", "Streams in which nothing is decided", registry=REGISTRY)
VERIFIED = Gauge(
    "sabot_verified_seconds", "When the whole store was last looked through", registry=REGISTRY
)

CLOCK_JUMP = Gauge(
    "sabot_clock_jump_seconds", "How far the machine's clock is off the house's", registry=REGISTRY
)
COSIGNED = Gauge(
    "sabot_cosigned_seconds",
    "When a witness last cosigned the newest head of the log",
    ("witness",),
    registry=REGISTRY,
)
WITNESSED = Gauge(
    "sabot_witnessed_seconds", "When the witness last knew all there was", registry=REGISTRY
)
TASK_FAILURES = Counter(
    "sabot_task_failures_total", "Failures of background tasks", ("task",), registry=REGISTRY
)
TASKS_FAILING = Gauge(
    "sabot_tasks_failing", "Background tasks that have failed and not recovered", registry=REGISTRY
)
STORE_AWAY = Gauge(
    "sabot_store_away_seconds", "How long the store has not answered", registry=REGISTRY
)
STORE_SECONDS = Histogram(
    "sabot_store_probe_seconds",
    "Time of a throwaway write to the store",
    registry=REGISTRY,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
LOOP_LAG = Histogram(
    "sabot_loop_lag_seconds",
    "Delay of a timer in the event loop",
    registry=REGISTRY,
    buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)


def count_command(do: str, outcome: str, code: str = "") -> None:
    """Count a command. `outcome` is done, rejected (by a rule), refused (before it reached a
    rule) or failed (a fault of the server)."""
    COMMANDS.labels(do, outcome, code).inc()


def exposition() -> bytes:
    return generate_latest(REGISTRY)
