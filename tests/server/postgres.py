"""A private PostgreSQL on a free loopback port, in a folder of its own, gone after the tests."""

from __future__ import annotations

import atexit
import glob
import os
import pwd
import shutil
import subprocess
import tempfile

from .hosts import Host
from .installed import Unavailable, install
from .ports import free_port

TOOLS = ("initdb", "pg_ctl")


def tool(name: str) -> str | None:
    """The newest installed program of this name."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda p: int(p.split("/")[4].split(".")[0]))
    return found[-1] if found else shutil.which(name)


def there() -> bool:
    return all(tool(name) for name in TOOLS)


class Cluster:
    """One running PostgreSQL, on this host or on another of the tests'."""

    def __init__(self, host: Host | None = None) -> None:
        install("PostgreSQL", "postgresql", there)
        self.user: str | None = None
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            self.user = "postgres" if any(p.pw_name == "postgres" for p in pwd.getpwall()) else "nobody"
        self.folder = tempfile.mkdtemp(prefix="sampan-postgres-")
        if self.user:
            shutil.chown(self.folder, self.user)
        self.host, self.listens = host, host.address if host else "127.0.0.1"
        self.port = free_port()
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self._run("initdb", "-D", f"{self.folder}/data", "-U", "sampan", "-A", "trust", "--no-sync", "-E", "UTF8")
        if host is not None:
            with open(f"{self.folder}/data/pg_hba.conf", "a", encoding="utf-8") as allowed:
                allowed.write("host all all samenet trust\n")
        self.start()
        self.made = 0

    def start(self) -> None:
        settings = f"-p {self.port} -h {self.listens} -k {self.folder} -F"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-o", settings, "-l", f"{self.folder}/log", "-w", "start")

    def crash(self) -> None:
        """Stop at once; what was committed must be there when it is started again."""
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")

    def _run(self, name: str, *words: str) -> None:
        program = tool(name)
        assert program is not None
        command, user = [program, *words], self.user
        if self.host is not None:  # only root enters another host
            command, user = self.host.command("setpriv", f"--reuid={self.user}", "--clear-groups", *command), None
        done = subprocess.run(
            command, user=user, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
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
        return f"postgresql://sampan@{self.listens}:{self.port}/{name}"

    def stop(self) -> None:
        try:
            self.crash()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
