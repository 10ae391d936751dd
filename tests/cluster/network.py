"""Network namespaces that play machines, and two bridges that connect them.

A cable is cut by taking its end out of the bridge: the machine still believes that it is connected, and its packets
disappear, as behind a broken switch.
"""

from __future__ import annotations

import subprocess

from places import ALL, BACK, FRONT, SWITCH, Machine
from progress import Trouble


def ip(*words: str, is_checked: bool = True) -> str:
    """Runs the command `ip`."""
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if is_checked and done.returncode:
        raise Trouble(
            f"`ip {' '.join(words)}` failed: {done.stderr.strip()}. The cluster needs root and a kernel with network"
            " namespaces, veth and bridges. If the message says that something exists, run ./just cluster down."
        )
    return done.stdout


def port_of(machine: Machine, network: str) -> str:
    """Returns the end of the machine's cable at the switch. The kernel allows 15 characters."""
    return f"{network[0]}-{machine.name}"


def create() -> None:
    """Makes the switch, the machines and their cables."""
    ip("netns", "add", SWITCH)
    for network in (FRONT, BACK):
        ip("-n", SWITCH, "link", "add", network, "type", "bridge")
        ip("-n", SWITCH, "link", "set", network, "up")
    for machine in ALL:
        ip("netns", "add", machine.namespace)
        ip("-n", machine.namespace, "link", "set", "lo", "up")
        for network, address in networks_of(machine):
            port = port_of(machine, network)
            ip("link", "add", port, "netns", SWITCH, "type", "veth", "peer", network, "netns", machine.namespace)
            ip("-n", SWITCH, "link", "set", port, "master", network, "up")
            ip("-n", machine.namespace, "address", "add", f"{address}/24", "dev", network)
            ip("-n", machine.namespace, "link", "set", network, "up")


def networks_of(machine: Machine) -> list[tuple[str, str]]:
    """Returns the networks of a machine with its address in each."""
    back = [(BACK, machine.back)] if machine.back else []
    return [(FRONT, machine.front), *back]


def cut(machine: Machine, network: str) -> None:
    """Cuts the cable of a machine."""
    ip("-n", SWITCH, "link", "set", port_of(machine, network), "nomaster")


def heal(machine: Machine, network: str) -> None:
    """Connects the cable of a machine again."""
    ip("-n", SWITCH, "link", "set", port_of(machine, network), "master", network)


def existing() -> set[str]:
    """Returns the names of the namespaces that are there."""
    return {line.split()[0] for line in ip("netns", "list").splitlines() if line.strip()}


def pids_in(namespace: str) -> list[int]:
    """Returns the processes in a namespace."""
    return [int(pid) for pid in ip("netns", "pids", namespace, is_checked=False).split()]


def delete() -> None:
    """Deletes all namespaces of the cluster. The cables go with them."""
    there = existing()
    for name in [*(machine.namespace for machine in ALL), SWITCH]:
        if name in there:
            ip("netns", "delete", name)
