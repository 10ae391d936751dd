"""Breaks the cluster while people register, answer and write, and counts what was lost or doubled."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import audit
import cluster
import faults
import instances
import network
import old_program
import processes
from ledger import READ, WRITES, Ledger
from people import People
from places import INSTANCES, LOGS, SWITCH
from progress import Trouble, say

# Each member has eight introductions at most, so that these have 240 pairs at most.
N_MEMBERS = 60
CALM_S = 5
# The server's log has these words only after a fault of its own.
FAULTS_OF_OURS = ("panicked", "E500")


@dataclass
class Row:
    """What one fault did."""

    title: str
    writes_s: float
    reads_s: float
    longest_s: float
    n_acts: int
    failures: str
    n_lost: int
    n_gone: int
    n_doubled: int
    problems: list[str]


def run(names: list[str], old: Path | None) -> bool:
    """Runs the faults, prints the table, and returns true if nothing was lost or doubled, and no instance failed."""
    known = {fault.name: fault for fault in faults.FAULTS}
    unknown = sorted(set(names) - known.keys())
    if unknown:
        raise Trouble(f"There is no fault called {', '.join(unknown)}: the faults are {', '.join(known)}.")
    chosen = [known[name] for name in names or known]
    new = instances.SERVER
    needs_old = any(fault.run is faults.upgrade for fault in chosen)
    first = (needs_old and (old or old_program.build())) or new
    if SWITCH in network.existing():
        cluster.down()
    secrets = cluster.up(first)
    stage = faults.Stage(secrets=secrets, program=first, new=new)
    ledger = Ledger()
    people = People(ledger)
    prepare(people, first, secrets)
    rows = []
    for fault in chosen:
        rows.append(run_one(fault, stage, ledger, people))
        say(f"{rows[-1].n_lost} lost, {rows[-1].n_gone} shown and gone, {rows[-1].n_doubled} doubled")
    print_table(rows, people)
    problems = [problem for row in rows for problem in row.problems]
    for problem in problems[:40]:
        print(f"problem: {problem}")
    return not problems


def prepare(people: People, program: Path, secrets: dict[str, str]) -> None:
    """Registers the members, approves them as a reviewer does, and introduces them to each other."""
    say(f"registering {N_MEMBERS} members …")
    users = [people.register() for _ in range(N_MEMBERS)]
    say("approving them …")
    for user in users:
        instances.run_command(program, ["review", "approve", user, "--employer-name", "A bakery"], secrets)
    instances.run_command(program, ["introduce"], secrets)
    for user in users:
        people.log_in(user)
    say(f"{len(people.introductions)} answers to give")
    for _ in range(len(people.introductions) // 3):
        people.answer()
    if not people.matches:
        raise Trouble("The members have no match in which they could write: look into the logs of the instances.")


def run_one(fault: faults.Fault, stage: faults.Stage, ledger: Ledger, people: People) -> Row:
    """Runs one fault while people act, and compares."""
    print(flush=True)
    say(f"── {fault.title} ──")
    n_unexpected = len(ledger.unexpected)
    began = time.monotonic()
    people.start()
    time.sleep(CALM_S)
    before = {machine.name: processes.pid_of(machine, "server") for machine in INSTANCES}
    since = time.monotonic()
    fault.run(stage)
    faults.wait_until_everything_is_well()
    time.sleep(CALM_S)
    until = time.monotonic()
    people.stop()
    found = audit.compare(ledger, stage.secrets)
    others = [f"an answer that no act should get: {it}" for it in ledger.unexpected[n_unexpected:]]
    others += ended_by_themselves(fault, before) + ledger.new(errors_in_logs())
    counts = ledger.n_failures(since)
    return Row(
        title=fault.title,
        writes_s=ledger.gap(WRITES, since, until),
        reads_s=ledger.gap([READ], since, until),
        longest_s=ledger.longest_act(since),
        n_acts=ledger.n_acknowledged(began),
        failures=", ".join(f"{n} × {reason}" for reason, n in sorted(counts.items())) or "0",
        n_lost=len(found.lost),
        n_gone=len(found.gone),
        n_doubled=len(found.doubled),
        problems=[f"{fault.name}: {it}" for it in (*found.lost, *found.gone, *found.doubled, *others)],
    )


def ended_by_themselves(fault: faults.Fault, before: dict[str, int | None]) -> list[str]:
    """Returns the instances that have another process than before, although the fault did not end them."""
    if fault.run in (faults.upgrade, faults.instance_is_killed):
        return []
    return [
        f"the instance on {machine.name} ended by itself"
        for machine in INSTANCES
        if processes.pid_of(machine, "server") != before[machine.name]
    ]


def errors_in_logs() -> list[str]:
    """Returns the lines of the instances' logs that tell of a fault of ours."""
    found = []
    for path in LOGS.glob("app*-server.log"):
        for line in path.read_text(errors="replace").splitlines():
            if any(word in line for word in FAULTS_OF_OURS):
                found.append(f"{path.name}: {line[:400]}")
    return found


def print_table(rows: list[Row], people: People) -> None:
    """Prints the table, in the format of our documents."""
    print()
    titles = ["fault", "s without a write", "s without a read", "longest act, s", "acts"]
    titles += ["tries that failed", "lost", "shown and gone", "doubled"]
    print(f"| {' | '.join(titles)} |")
    print(f"|{'---|' * len(titles)}")
    for row in rows:
        print(
            f"| {row.title} | {row.writes_s:.1f} | {row.reads_s:.1f} | {row.longest_s:.1f} | {row.n_acts} |"
            f" {row.failures} | {row.n_lost} | {row.n_gone} | {row.n_doubled} |"
        )
    counts = {kind: len(acts) for kind, acts in people.ledger.acknowledged.items()}
    print(f"acknowledged: {', '.join(f'{n} × {kind}' for kind, n in counts.items())}")
