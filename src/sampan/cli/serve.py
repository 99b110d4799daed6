"""`sampan serve`: tables for browsers."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sampan import bots
from sampan.compiling.parts import missing_parts
from sampan.engine.errors import OptionError

from .arguments import PORT

LONGEST_BOT = 40  # what the store keeps of a bot's name


class LogLevel(StrEnum):
    """What the server tells on standard error."""

    debug = "debug"
    info = "info"
    warning = "warning"
    error = "error"


def serve(
    host: Annotated[str, typer.Option(help="address to listen on; 0.0.0.0 for the whole network")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="port; 0 for any free one")] = PORT,
    workers: Annotated[int, typer.Option(min=1, max=64, help="number of server processes")] = 1,
    database: Annotated[str, typer.Option(help="a file, or postgresql://...; the default file if omitted")] = "",
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(help="a proxy (address or network) whose X-Forwarded headers to trust")
    ] = None,
    secure: Annotated[bool, typer.Option(help="players reach it only over https, through a proxy")] = False,
    rate: Annotated[float, typer.Option(min=1, max=1_000_000, help="requests per second per address")] = 40.0,
    tables: Annotated[int, typer.Option(min=1, help="open or running tables per address")] = 100,
    seated: Annotated[int, typer.Option("--bots", min=0, help="bots at tables per address")] = 150,
    connections: Annotated[int, typer.Option(min=1, help="open connections per address")] = 100,
    live_views: Annotated[int, typer.Option(min=1, help="live views per address, not counting players' own")] = 40,
    monitor: Annotated[
        list[str] | None, typer.Option(help="who may read /healthz, /readyz, /metrics; only this machine if omitted")
    ] = None,
    keep_unstarted: Annotated[
        int, typer.Option(min=0, help="days to keep a table that never started; 0 for forever")
    ] = 7,
    close_abandoned: Annotated[
        int, typer.Option(min=0, help="days until an abandoned game is closed; 0 for never")
    ] = 90,
    keep_finished: Annotated[int, typer.Option(min=0, help="days to keep a finished game; 0 for forever")] = 0,
    root_path: Annotated[str, typer.Option(help="serve under this path, behind a proxy: /games")] = "",
    push: Annotated[bool, typer.Option("--push", help="offer notifications on devices (Web Push)")] = False,
    push_contact: Annotated[str, typer.Option(help="contact for push services: mailto:YOU or https://YOU")] = "",
    private_notices: Annotated[
        bool, typer.Option("--private-notices", help="allow notifications to addresses on your own network")
    ] = False,
    log_level: Annotated[LogLevel, typer.Option(help="how much to log on standard error")] = LogLevel.info,
    log_json: Annotated[bool, typer.Option(help="log as JSON, one object per line")] = False,
    custom_bots: Annotated[
        list[str] | None, typer.Option("--bot", help="allow your own bot at tables: MODULE:CLASS")
    ] = None,
    boxes: Annotated[
        list[Path] | None, typer.Option("--box", help="offer tables with this box file, too; repeat for more")
    ] = None,
    or_next: Annotated[bool, typer.Option("--or-next", help="if the port is taken, use the next free one")] = False,
) -> None:
    """Serve tables to browsers: friends join by link, bots fill seats, no move is lost."""
    from sampan.server.boxes import own_box
    from sampan.server.serve import address_of, bound, is_loopback, serve
    from sampan.server.settings import HERE, Settings, checked_root
    from sampan.server.webpush import check_available

    for name in custom_bots or ():
        if len(name) > LONGEST_BOT:
            raise OptionError(f"--bot {name}: expected a name of at most {LONGEST_BOT} characters, got {len(name)}")
        bots.load(name)
    if push or push_contact:
        check_available(push_contact)
    own_boxes = [str(file.resolve()) for file in boxes or () if own_box(file)]
    settings = Settings(
        database=database, workers=workers, trusted_proxies=tuple(trusted_proxy or ()), secure=secure, rate=rate,
        burst=4 * rate, tables_a_minute=max(30.0, rate), tables_each=tables, bots_each=seated,
        custom_bots=tuple(custom_bots or ()), boxes=tuple(own_boxes),
        connections=connections, sockets=live_views,
        root_path=checked_root(root_path), log_level=log_level.value, log_json=log_json,
        unstarted_days=keep_unstarted, abandoned_days=close_abandoned, finished_days=keep_finished,
        monitors=tuple(monitor or HERE), push=push, push_contact=push_contact, notice_private=private_notices,
    )  # fmt: skip
    with bound(host, port, or_next) as listening:
        where = address_of(listening, settings.root_path)

        def ready() -> None:
            print(f"Sampan running at {where}  (API: {where}/docs; Ctrl-C stops it)", flush=True)
            if not is_loopback(listening):
                print("sampan: anyone who can reach this machine can create tables here", file=sys.stderr, flush=True)

        serve(settings, listening, ready, missing_parts())
