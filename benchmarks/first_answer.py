"""Time of the demo from its start to the first answer, next to importing its web server."""

import http.client
import statistics
import subprocess
import sys
import time

RUNS = 9
TABLES = "/api/tables"
READY = "/readyz"


def bare() -> float:
    """A Python that imports what no server of ours does without."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import uvicorn, starlette"], check=True)
    return time.perf_counter() - started


def demo() -> tuple[float, float]:
    """The demo until `/api/tables` is answered, and until every table is open."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "sabot", "serve", "--demo", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition(":")[2])
        assert status(port, TABLES) == 200
        first = time.perf_counter() - started
        while status(port, READY) != 200:
            time.sleep(0.01)
        return first, time.perf_counter() - started
    finally:
        process.terminate()
        process.wait()


def status(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


if __name__ == "__main__":
    demo()  # what is compiled once is compiled before
    runs = [(bare(), *demo()) for _ in range(RUNS)]
    imported, first, every = (statistics.median(times) for times in zip(*runs, strict=True))
    print(f"python -c 'import uvicorn, starlette'    {imported * 1000:6.0f} ms")
    for name, taken in ((f"first {TABLES} of the demo", first), ("all its tables open", every)):
        print(f"{name:41}{taken * 1000:6.0f} ms, {taken / imported:4.1f} x as long")
