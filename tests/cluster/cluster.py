"""Starts, stops and describes the cluster."""

from __future__ import annotations

import shutil
from pathlib import Path

import debian
import files
import instances
import network
import poolers
import postgres
import processes
import state
from places import ALL, DATABASES, EDGE, FILES, INSTANCES, LOGS, MACHINES, STATE, SWITCH
from progress import Trouble, say


def up(program: Path = instances.SERVER) -> dict[str, str]:
    """Starts a new cluster whose instances run this program, and returns its secrets."""
    debian.require_tools()
    if SWITCH in network.existing():
        raise Trouble("A cluster is there already: see ./just cluster status, or end it with ./just cluster down.")
    for needed in (program, instances.LINE_STAND_IN):
        if not needed.exists():
            raise Trouble(f"{needed} is missing: build it with ./just cluster up.")
    debian.fetch()
    clear()
    secrets = state.create()
    say(f"making {len(ALL)} machines and their cables …")
    network.create()
    for machine in ALL:
        machine.folder.mkdir(parents=True)
    for machine in DATABASES:
        postgres.prepare(machine, secrets)
    for machine in INSTANCES:
        poolers.prepare(machine, secrets)
    files.prepare(secrets)
    postgres.bring_up()
    postgres.create_database(secrets)
    files.bring_up(secrets)
    for machine in INSTANCES:
        poolers.start_haproxy(machine)
    for machine in INSTANCES:
        poolers.wait_until_sure(machine)
        poolers.start_pgbouncer(machine)
    instances.start_edge()
    say("making the tables …")
    instances.run_command(program, ["migrate"], secrets)
    for machine in INSTANCES:
        instances.start(machine, program, secrets)
    instances.wait_until_ready()
    say(f"the cluster is up: {instances.urls()}")
    return secrets


def down() -> None:
    """Ends all programs of the cluster and deletes its data."""
    there = network.existing()
    for machine in ALL:
        if machine.namespace in there:
            processes.kill_all(machine)
    network.delete()
    clear()
    say("the cluster is down, and its data are deleted")


def clear() -> None:
    """Deletes the data of the last cluster."""
    for folder in (MACHINES, LOGS):
        shutil.rmtree(folder, ignore_errors=True)
    STATE.unlink(missing_ok=True)


def status() -> bool:
    """Prints what runs, and returns true if all of it does."""
    if SWITCH not in network.existing():
        say("no cluster is there; ./just cluster up starts one")
        return False
    roles = {it["name"]: it for it in postgres.members()}
    is_all_well = True
    for machine in [*DATABASES, *INSTANCES, FILES, EDGE]:
        names = processes.names_on(machine)
        ended = [name for name in names if processes.pid_of(machine, name) is None]
        words = [", ".join(name for name in names if name not in ended)]
        if ended:
            words.append(f"ended: {', '.join(ended)}")
        if machine in DATABASES:
            role = roles.get(machine.name, {})
            words.append(f"{role.get('role', 'unknown')}, {role.get('state', 'unknown')}")
        if machine in INSTANCES:
            words.append(f"/readyz: {instances.status_of(machine) or 'no answer'}")
        is_all_well &= not ended
        print(f"{machine.name:6} {machine.front:12} {'; '.join(words)}")
    print(instances.urls())
    return is_all_well and postgres.is_whole() and all(instances.is_ready(machine) for machine in INSTANCES)
