"""The faults: each breaks a part of the cluster, waits for what must happen then, and repairs the part."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import instances
import network
import poolers
import postgres
import processes
from places import BACK, DATABASES, FRONT, INSTANCES, Machine
from progress import Trouble, say, wait_for


@dataclass
class Stage:
    """What a fault needs to know: the secrets, the program of the instances, and the one to which they are upgraded."""

    secrets: dict[str, str]
    program: Path
    new: Path


def require_primary() -> Machine:
    """Returns the primary."""
    node = postgres.primary()
    if node is None:
        raise Trouble("PostgreSQL has no primary before the fault: look into the logs of Patroni.")
    return node


def wait_until_everything_is_well() -> None:
    """Waits until PostgreSQL has all its nodes, each HAProxy knows the primary, and all instances are ready."""
    postgres.wait_until_whole()
    for machine in INSTANCES:
        poolers.wait_until_sure(machine)
    instances.wait_until_ready(is_quiet=True)


def wait_for_another_primary(old: Machine) -> None:
    """Waits until another node is the primary."""

    def is_another() -> bool:
        return postgres.primary() not in (None, old)

    wait_for(f"another node than {old.name} is the primary", is_another, 90, "Look into the logs of Patroni.")


def cut_power(machine: Machine) -> None:
    """Ends a machine so that no connection learns of it: first its cables, then its programs."""
    for name, _ in network.networks_of(machine):
        network.cut(machine, name)
    processes.kill_all(machine)


def restore_cables(machine: Machine) -> None:
    """Connects a machine again."""
    for name, _ in network.networks_of(machine):
        network.heal(machine, name)


def nothing(_: Stage) -> None:
    """Breaks nothing: the gaps of a calm time, with which the others compare."""
    time.sleep(15)


def upgrade(stage: Stage) -> None:
    """Migrates while the old instances run, and then replaces one after the other."""
    say("migrating, beside the old instances …")
    instances.run_command(stage.new, ["migrate"], stage.secrets, INSTANCES[-1])
    # The old instances work on the new tables for a while, as they do while an operator looks at the first new one.
    time.sleep(10)
    for machine in INSTANCES:
        took = instances.stop(machine)
        say(f"{machine.name} has stopped (after {took:.1f} s)")
        instances.start(machine, stage.new, stage.secrets)
        instances.wait_until_ready([machine])
        # HAProxy asks once a second.
        time.sleep(2)
    stage.program = stage.new


def primary_loses_power(_: Stage) -> None:
    """Ends the machine of the primary, which comes back later as a standby."""
    node = require_primary()
    cut_power(node)
    say(f"{node.name}, the primary, has lost its power")
    wait_for_another_primary(node)
    time.sleep(10)
    restore_cables(node)
    postgres.power_on(node)


def postgres_is_killed(_: Stage) -> None:
    """Kills PostgreSQL's main process on the primary. Patroni, which still runs, decides what to do."""
    node = require_primary()
    first_line = (node.folder / "postgres" / "data" / "postmaster.pid").read_text().splitlines()[0]
    pid = int(first_line)
    if pid not in network.pids_in(node.namespace):
        raise Trouble(f"The process {pid} does not run on {node.name}: look into the log of Patroni.")
    os.kill(pid, signal.SIGKILL)
    say(f"PostgreSQL was killed on {node.name}, the primary")
    time.sleep(10)


def standby_loses_power(_: Stage) -> None:
    """Ends the machine of a standby."""
    node = next(it for it in DATABASES if it.name in postgres.standbys())
    cut_power(node)
    say(f"{node.name}, a standby, has lost its power")
    time.sleep(20)
    restore_cables(node)
    postgres.power_on(node)


def nodes_are_cut(_: Stage) -> None:
    """Cuts the network between the primary and the other nodes. The instances still reach the old primary."""
    node = require_primary()
    network.cut(node, BACK)
    say(f"{node.name}, the primary, is cut off from the other nodes, and not from the instances")
    wait_for_another_primary(node)
    time.sleep(15)
    network.heal(node, BACK)
    say(f"{node.name} is connected again")


def front_is_cut(_: Stage) -> None:
    """Cuts the network between one instance and all others, while it holds connections and transactions."""
    machine = INSTANCES[0]
    network.cut(machine, FRONT)
    say(f"{machine.name} is cut off")
    time.sleep(20)
    network.heal(machine, FRONT)


def switchover(stage: Stage) -> None:
    """Makes a standby the primary on purpose, as before the maintenance of a node."""
    node = require_primary()
    candidate = postgres.standbys()[0]
    postgres.switch_over(node, candidate)
    say(f"{node.name} hands over to {candidate}")
    wait_for_another_primary(node)
    time.sleep(5)


def poolers_restart(_: Stage) -> None:
    """Kills PgBouncer on one machine after the other, and starts it again."""
    for machine in INSTANCES:
        processes.end(machine, "pgbouncer", signal.SIGKILL)
        say(f"PgBouncer of {machine.name} was killed")
        time.sleep(1)
        poolers.start_pgbouncer(machine)
        time.sleep(5)


def instance_is_killed(stage: Stage) -> None:
    """Kills an instance, which its supervisor starts again."""
    machine = INSTANCES[0]
    processes.end(machine, "server", signal.SIGKILL)
    say(f"the instance on {machine.name} was killed")
    time.sleep(5)
    instances.start(machine, stage.program, stage.secrets)


@dataclass
class Fault:
    """A fault with the words of the table."""

    name: str
    title: str
    run: Callable[[Stage], None]


FAULTS = [
    Fault("nothing", "nothing is broken", nothing),
    Fault("upgrade", "a rolling upgrade with a migration", upgrade),
    Fault("primary", "the primary's machine loses power", primary_loses_power),
    Fault("postgres", "PostgreSQL is killed on the primary", postgres_is_killed),
    Fault("standby", "a standby's machine loses power", standby_loses_power),
    Fault("nodes", "the primary is cut off from the other nodes", nodes_are_cut),
    Fault("switchover", "a planned switchover", switchover),
    Fault("pooler", "each PgBouncer is killed and started", poolers_restart),
    Fault("instance", "an instance is killed and started", instance_is_killed),
    Fault("front", "an instance's machine is cut off", front_is_cut),
]
