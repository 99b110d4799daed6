"""A private PostgreSQL on a free loopback port, in a folder of its own, gone after the tests."""

from __future__ import annotations

import atexit
import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile

from .installed import Unavailable, install

TOOLS = ("initdb", "pg_ctl")


def tool(name: str) -> str | None:
    """The newest installed program of this name."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda p: int(p.split("/")[4].split(".")[0]))
    return found[-1] if found else shutil.which(name)


def there() -> bool:
    return all(tool(name) for name in TOOLS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Cluster:
    """One running PostgreSQL."""

    def __init__(self) -> None:
        install("PostgreSQL", "postgresql", there)
        self.user: str | None = None
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            self.user = "postgres" if any(p.pw_name == "postgres" for p in pwd.getpwall()) else "nobody"
        self.folder = tempfile.mkdtemp(prefix="sampan-postgres-")
        if self.user:
            shutil.chown(self.folder, self.user)
        self.port = free_port()
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self._run("initdb", "-D", f"{self.folder}/data", "-U", "sampan", "-A", "trust", "--no-sync", "-E", "UTF8")
        settings = f"-p {self.port} -h 127.0.0.1 -k {self.folder} -F"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-o", settings, "-l", f"{self.folder}/log", "-w", "start")
        self.made = 0

    def _run(self, name: str, *words: str) -> None:
        program = tool(name)
        assert program is not None
        done = subprocess.run(
            [program, *words], user=self.user, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, check=False, timeout=120,
        )  # fmt: skip
        if done.returncode != 0:
            raise Unavailable(f"{name} failed: {done.stderr.strip()[-300:]}")

    def database(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        self.made += 1
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE t{self.made}")
        return self.address(f"t{self.made}")

    def address(self, name: str) -> str:
        return f"postgresql://sampan@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        try:
            self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
