"""A wire to PostgreSQL that can be cut while a commit is on it."""

import contextlib
import select
import socket
import threading
from pathlib import Path
from typing import Literal

Cut = Literal["before the server hears", "after the server answers", "leaving the server waiting"]


class Wire:
    """Passes everything on between clients and the server until the next COMMIT is to be cut."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.folder = folder
        self.cut: Cut | None = None
        self.dead = False
        self._server = server / ".s.PGSQL.5432"
        self._left_waiting: list[socket.socket] = []
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / ".s.PGSQL.5432"))
        self._listening.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, url: str) -> str:
        return url.replace(str(self._server.parent), str(self.folder))

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=[client], daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        server = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(OSError):
            if self.dead:
                return client.close()
            server.connect(str(self._server))
            while self._pass_once(client, server):
                pass
        client.close()
        if server not in self._left_waiting:
            server.close()
        return None

    def _pass_once(self, client: socket.socket, server: socket.socket) -> bool:
        ready = select.select([client, server], [], [])[0]
        for source in ready:
            data = source.recv(2**16)
            answered = self.cut == "after the server answers"
            if self.cut and b"COMMIT" in data and (source is server) is answered:
                if self.cut == "leaving the server waiting":
                    self._left_waiting.append(server)
                self.cut = None
                return False
            (server if source is client else client).sendall(data)
            if not data:
                return False
        return True
