"""Several hosts on one machine: network namespaces with addresses of their own, that can be cut off from each other."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from .installed import Unavailable, install

LAN = "10.77.0"
OF_A_NETWORK = 0x40000000  # CLONE_NEWNET
libc = ctypes.CDLL(None, use_errno=True)


def ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unavailable(f"ip {' '.join(words)}: {done.stderr.strip()}")


class Host:
    """A network namespace with one address on the common network."""

    def __init__(self, name: str, namespace: str, address: str) -> None:
        self.name, self.namespace, self.address = name, namespace, address

    def command(self, *words: str) -> list[str]:
        """These words, as they are run on this host."""
        return ["ip", "netns", "exec", self.namespace, *words]

    def enter(self) -> None:
        """Whatever this thread connects to from now on, it does from this host."""
        with Path(f"/var/run/netns/{self.namespace}").open() as namespace:
            if libc.setns(namespace.fileno(), OF_A_NETWORK) != 0:
                raise OSError(ctypes.get_errno(), "setns")

    def run(self, function, *given):
        """What a function returns when it is called on this host."""
        found = []

        def called():
            try:
                self.enter()
                found.append((function(*given), None))
            except Exception as error:
                found.append((None, error))

        thread = threading.Thread(target=called)
        thread.start()
        thread.join()
        result, error = found[0]
        if error is not None:
            raise error
        return result


class Network:
    """Hosts on one network, which is a namespace as well; nothing outside of them is reached or changed."""

    def __init__(self) -> None:
        if sys.platform != "linux" or os.getuid() != 0:
            raise Unavailable("network namespaces are made by root on Linux only")
        install("ip", "iproute2", lambda: shutil.which("ip") is not None)
        self.namespaces: list[str] = []
        try:
            self.middle = Host("middle", self._namespace("middle"), f"{LAN}.1")
            ip("-n", self.middle.namespace, "link", "add", "lan", "type", "bridge")
            ip("-n", self.middle.namespace, "addr", "add", f"{LAN}.1/24", "dev", "lan")
            ip("-n", self.middle.namespace, "link", "set", "lan", "up")
        except Unavailable:
            self.close()
            raise

    def _namespace(self, name: str) -> str:
        whole = f"sampan-{os.getpid()}-{name}"
        ip("netns", "add", whole)
        self.namespaces.append(whole)
        ip("-n", whole, "link", "set", "lo", "up")
        return whole

    def host(self, name: str, number: int) -> Host:
        """A new host, connected."""
        made = Host(name, self._namespace(name), f"{LAN}.{number}")
        middle = self.middle.namespace
        ip("-n", middle, "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", made.namespace)
        ip("-n", made.namespace, "addr", "add", f"{made.address}/24", "dev", "eth0")
        ip("-n", made.namespace, "link", "set", "eth0", "up")
        ip("-n", middle, "link", "set", name, "master", "lan", "up")
        return made

    def cut_off(self, host: Host) -> None:
        """Nothing reaches the host or leaves it, and nobody is told."""
        ip("-n", self.middle.namespace, "link", "set", host.name, "down")

    def heal(self, host: Host) -> None:
        ip("-n", self.middle.namespace, "link", "set", host.name, "up")

    def close(self) -> None:
        for namespace in reversed(self.namespaces):
            with suppress(Unavailable):
                ip("netns", "del", namespace)


def kill_group(process: subprocess.Popen[str]) -> None:
    """A process and all that it has started, as if the power had gone."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
