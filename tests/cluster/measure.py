"""Measures what one act costs each program of the cluster, in milliseconds of a processor and in bytes."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chaos
import cluster
import network
import postgres
from ledger import ANSWER, NOTE, READ, REGISTRATION, Ledger
from people import People
from places import ALL, DATABASES, INSTANCES, SWITCH, Machine
from progress import say

SECONDS = 20
N_THREADS = 12
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
# The columns of the table, by the names of the programs.
PROGRAMS = ["our server", "PgBouncer", "HAProxy", "primary", "standbys", "Patroni and etcd", "S3 server"]


@dataclass
class Cost:
    """The cost of the acts of one kind."""

    name: str
    per_second: float
    milliseconds: dict[str, float]
    wal_bytes: float
    stored_bytes: float


def run(program: Path) -> None:
    """Starts a cluster, lets people do one kind of act at a time, and prints the table."""
    if SWITCH in network.existing():
        cluster.down()
    secrets = cluster.up(program)
    ledger = Ledger()
    people = People(ledger)
    chaos.prepare(people, program, secrets)
    # The answers are few, and a match is needed for a note.
    acts: list[tuple[str, str, Callable[[], object]]] = [
        ("a page of notes is read", READ, people.read),
        ("a note", NOTE, people.write),
        ("an answer to an introduction", ANSWER, people.answer),
        ("a registration with a photo (three calls)", REGISTRATION, people.register),
    ]
    costs = [measure(name, kind, act, ledger, secrets) for name, kind, act in acts]
    print()
    print(f"| what | a second | {' | '.join(f'{name}, ms' for name in PROGRAMS)} | WAL, bytes | stored, bytes |")
    print(f"|---|{'---|' * (len(PROGRAMS) + 3)}")
    for cost in costs:
        times = " | ".join(f"{cost.milliseconds.get(name, 0):.2f}" for name in PROGRAMS)
        print(f"| {cost.name} | {cost.per_second:.0f} | {times} | {cost.wal_bytes:.0f} | {cost.stored_bytes:.0f} |")


def measure(name: str, kind: str, act: Callable[[], object], ledger: Ledger, secrets: dict[str, str]) -> Cost:
    """Repeats an act in several threads for some seconds, or until none is left."""
    say(f"measuring: {name} …")
    node = postgres.primary()
    n_before = len(ledger.times[kind])
    bytes_before, times_before = sizes(secrets), seconds_by_program(node)
    started = time.monotonic()

    def repeat() -> None:
        while time.monotonic() - started < SECONDS:
            n_done = len(ledger.times[kind])
            act()
            if len(ledger.times[kind]) == n_done:
                return

    threads = [threading.Thread(target=repeat) for _ in range(N_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - started
    times, (wal, stored) = seconds_by_program(node), sizes(secrets)
    n_acts = max(1, len(ledger.times[kind]) - n_before)
    return Cost(
        name=name,
        per_second=n_acts / took,
        milliseconds={it: 1000 * (times[it] - times_before[it]) / n_acts for it in PROGRAMS},
        wal_bytes=(wal - bytes_before[0]) / n_acts,
        stored_bytes=(stored - bytes_before[1]) / n_acts,
    )


def sizes(secrets: dict[str, str]) -> tuple[int, int]:
    """Returns the length of the log and the size of the database, in bytes."""
    statement = "SELECT pg_current_wal_insert_lsn() - '0/0', pg_database_size('enmusubi')"
    wal, stored = postgres.sql(statement, secrets)[0]
    return int(wal), int(stored)


def seconds_by_program(primary: Machine | None) -> Counter[str]:
    """Returns the time of the processors that each program has used, with its children that have ended."""
    total: Counter[str] = Counter()
    for machine in ALL:
        for pid in network.pids_in(machine.namespace):
            try:
                head, _, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
            except OSError:
                continue
            ticks = sum(int(word) for word in rest.split()[11:15])
            total[program_of(head.partition("(")[2], machine, primary)] += ticks / TICKS_PER_S
    return total


def program_of(command: str, machine: Machine, primary: Machine | None) -> str:
    """Returns the column of a process."""
    if machine in DATABASES:
        if command != "postgres":
            return "Patroni and etcd"
        return "primary" if machine == primary else "standbys"
    known = {"haproxy": "HAProxy", "pgbouncer": "PgBouncer"}
    if command in known:
        return known[command]
    if machine in INSTANCES:
        return "our server"
    return "S3 server" if command.startswith("swift") or "python" in command else "LINE"
