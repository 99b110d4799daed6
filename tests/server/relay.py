"""A bad network between hosts: what passes is delayed, now and then stalls, and now and then its connection breaks.

A process of its own: `relay.py '{"5501": ["10.77.0.10", 5432]}' SEED` listens on every address of its host. A line
`stall PORT` or `go PORT` on standard input holds everything of that port back, or lets it pass again.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sys

DELAY = 0.004  # seconds at most, of everything
STALL, STALLS = 0.5, 0.002  # seconds at most, and how often something stalls
BREAKS = 0.0005  # how often a connection breaks where something should have passed
SILENCE = 3  # seconds after which a host that does not answer counts as gone


class Relay:
    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.open: dict[int, asyncio.Event] = {}

    async def listen(self, port: int, host: str, there: int) -> None:
        self.open[port] = asyncio.Event()
        self.open[port].set()

        async def joined(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                onward = await asyncio.wait_for(asyncio.open_connection(host, there), SILENCE)
            except (OSError, TimeoutError):
                writer.transport.abort()
                return
            for stream in (writer, onward[1]):
                notice_silence(stream.get_extra_info("socket"))
            await asyncio.gather(
                self.pump(port, reader, onward[1], writer), self.pump(port, onward[0], writer, onward[1])
            )

        await asyncio.start_server(joined, "0.0.0.0", port)

    async def pump(
        self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, other: asyncio.StreamWriter
    ) -> None:
        try:
            while data := await reader.read(65536):
                await asyncio.sleep(self.dice.random() * (STALL if self.dice.random() < STALLS else DELAY))
                await self.open[port].wait()
                if self.dice.random() < BREAKS:
                    break
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.transport.abort()
            other.transport.abort()

    async def obey(self) -> None:
        while line := await asyncio.to_thread(sys.stdin.readline):
            word, port = line.split()
            (self.open[int(port)].clear if word == "stall" else self.open[int(port)].set)()


def notice_silence(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("IDLE", 1), ("INTVL", 1), ("CNT", SILENCE)):
        connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, f"TCP_KEEP{option}"), value)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE * 1000)


async def main() -> None:
    relay = Relay(int(sys.argv[2]))
    for port, (host, there) in json.loads(sys.argv[1]).items():
        await relay.listen(int(port), host, there)
    print("ready", flush=True)
    await relay.obey()


if __name__ == "__main__":
    asyncio.run(main())
