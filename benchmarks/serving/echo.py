"""The least that a WebSocket server of the same framework can do: give back what it was sent.

Run as `python benchmarks/serving/echo.py PORT`.
"""

import sys

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from sabot.server.serve import configured
from sabot.server.settings import Settings


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        return


if __name__ == "__main__":
    settings = Settings(port=int(sys.argv[1]))
    config = configured(Starlette(routes=[WebSocketRoute("/echo", echo)]), settings)
    config.host, config.port = settings.host, settings.port
    uvicorn.Server(config).run()
