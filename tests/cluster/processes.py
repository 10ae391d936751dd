"""Starting and ending programs on the machines of the cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import network
from places import DEBIAN, LOGS, MACHINES, Machine

# The mounts are private to the program: `ip netns exec` gives it a mount namespace of its own.
ENTER = """
mount --bind /proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --bind "$1" "$0/srv" || exit 1
cd / && user="$2" debian="$0" && shift 2 && exec chroot --userspec="$user" "$debian" "$@"
"""


# The programs that this process started. A child that has ended keeps its id until its parent asks for its status.
CHILDREN: list[subprocess.Popen[bytes]] = []


def in_debian(machine: Machine, user: str, command: list[str]) -> list[str]:
    """Returns the command that runs a program of Debian's packages on a machine. The machine's folder is its /srv."""
    return [*on(machine), "sh", "-c", ENTER, str(DEBIAN), str(machine.folder), user, *command]


def on(machine: Machine) -> list[str]:
    """Returns the beginning of a command that runs a program of this machine in the network of a machine."""
    return ["ip", "netns", "exec", machine.namespace]


def start(
    machine: Machine,
    name: str,
    command: list[str],
    environment: dict[str, str] | None = None,
    files: tuple[int, ...] = (),
) -> None:
    """Starts a program in the background. Its output goes to a log, and its id to a file."""
    LOGS.mkdir(parents=True, exist_ok=True)
    base = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    with (LOGS / f"{machine.name}-{name}.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**base, **(environment or {})},
            cwd=machine.folder,
            start_new_session=True,
            pass_fds=files,
        )
    CHILDREN.append(process)
    # The words before the program replace themselves by it, so that it has this id.
    record = {"pid": process.pid, "started": started_at(process.pid)}
    record_of(machine, name).write_text(json.dumps(record))


def record_of(machine: Machine, name: str) -> Path:
    """Returns the file with the id of a program."""
    return MACHINES / machine.name / f"{name}.pid"


def started_at(pid: int) -> str | None:
    """Returns the start of a process in ticks of the kernel, or None if it has ended."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    is_zombie = words[0] == "Z"
    return None if is_zombie else words[19]


def pid_of(machine: Machine, name: str) -> int | None:
    """Returns the id of a program, or None if it does not run. The start tells it from a later process with its id."""
    try:
        record = json.loads(record_of(machine, name).read_text())
    except OSError:
        return None
    is_same = record["started"] is not None and started_at(record["pid"]) == record["started"]
    return record["pid"] if is_same else None


def names_on(machine: Machine) -> list[str]:
    """Returns the names of the programs that were started on a machine."""
    return sorted(path.stem for path in machine.folder.glob("*.pid"))


def end(machine: Machine, name: str, with_signal: signal.Signals, limit_s: float = 20) -> float:
    """Sends a signal to a program and returns the seconds until it has ended. Kills it after the limit."""
    started = time.monotonic()
    pid = pid_of(machine, name)
    if pid is None:
        return 0
    os.kill(pid, with_signal)
    while pid_of(machine, name) is not None:
        reap()
        if time.monotonic() - started > limit_s:
            os.kill(pid, signal.SIGKILL)
            limit_s += 5
        time.sleep(0.05)
    return time.monotonic() - started


def kill_all(machine: Machine) -> None:
    """Kills every process on a machine, among them the children of the programs."""
    while pids := network.pids_in(machine.namespace):
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        reap()
        time.sleep(0.05)


def reap() -> None:
    """Collects the programs of this process that have ended."""
    for child in CHILDREN:
        child.poll()


def run(
    machine: Machine, user: str, command: list[str], environment: dict[str, str] | None = None, text: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a program of Debian's packages on a machine and waits for its end."""
    return subprocess.run(
        in_debian(machine, user, command),
        capture_output=True,
        text=True,
        input=text,
        env={"PATH": os.environ["PATH"], **(environment or {})},
    )
