"""The acts that the service acknowledged, and their comparison with the rows that the database has."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

REGISTRATION = "registration"
ANSWER = "answer"
NOTE = "note"
READ = "read"
WRITES = (REGISTRATION, ANSWER, NOTE)


@dataclass
class Comparison:
    """The acts of one kind that are missing in the database, and the rows that are there too often."""

    lost: list[str] = field(default_factory=list)
    # What a page has shown, although nothing of it was acknowledged.
    gone: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)

    def add(self, other: Comparison) -> None:
        """Adds the findings of another comparison."""
        self.lost.extend(other.lost)
        self.gone.extend(other.gone)
        self.doubled.extend(other.doubled)


class Ledger:
    """Writes down, from many threads, what was sent and what was acknowledged, and when.

    A loss or a double is reported once, after the fault that caused it.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.sent: dict[str, set[str]] = {kind: set() for kind in WRITES}
        self.acknowledged: dict[str, dict[str, str]] = {kind: {} for kind in WRITES}
        self.times: dict[str, list[float]] = {kind: [] for kind in (*WRITES, READ)}
        self.durations: list[tuple[float, float]] = []
        self.failures: list[tuple[float, str]] = []
        self.unexpected: list[str] = []
        self.reported: set[str] = set()
        self.shown: set[str] = set()

    def send(self, kind: str, key: str) -> None:
        """Writes down that an act is about to be sent."""
        with self.lock:
            self.sent[kind].add(key)

    def acknowledge(self, kind: str, key: str, value: str, started: float) -> None:
        """Writes down that the service said yes to an act that began at `started`."""
        now = time.monotonic()
        with self.lock:
            self.acknowledged[kind][key] = value
            self.times[kind].append(now)
            self.durations.append((now, now - started))

    def read(self, notes: Iterable[str]) -> None:
        """Writes down that a page was read, and the notes on it."""
        with self.lock:
            self.times[READ].append(time.monotonic())
            self.shown.update(notes)

    def fail(self, reason: str) -> None:
        """Writes down a try that got no answer, or one that asks for another try."""
        with self.lock:
            self.failures.append((time.monotonic(), reason))

    def refuse(self, problem: str) -> None:
        """Writes down an answer that no act should get."""
        with self.lock:
            self.unexpected.append(problem)

    def compare(self, kind: str, rows: Iterable[tuple[str, str]]) -> Comparison:
        """Compares the acts of a kind with the rows of the database: pairs of an act's key and its value."""
        stored = list(rows)
        found = Counter(key for key, _ in stored)
        values = dict(stored)
        comparison = Comparison()
        with self.lock:
            for key, value in self.acknowledged[kind].items():
                there = values.get(key)
                if there != value:
                    comparison.lost.append(f"{kind} {key}: {value!r} was acknowledged, the database has {there!r}")
            for key, n_rows in found.items():
                if n_rows > 1:
                    comparison.doubled.append(f"{kind} {key} is there {n_rows} times")
                if key not in self.sent[kind]:
                    comparison.doubled.append(f"{kind} {key} is there, and was never sent")
            if kind == NOTE:
                missing = sorted(self.shown - found.keys())
                comparison.gone = [f"{kind} {key} was shown, and is not there" for key in missing]
        return Comparison(self.new(comparison.lost), self.new(comparison.gone), self.new(comparison.doubled))

    def new(self, findings: list[str]) -> list[str]:
        """Returns the findings that were not reported before."""
        new = [it for it in findings if it not in self.reported]
        self.reported.update(new)
        return new

    def n_acknowledged(self, since: float) -> int:
        """Returns the number of acts that were acknowledged after a moment."""
        with self.lock:
            return sum(at >= since for kind in WRITES for at in self.times[kind])

    def longest_act(self, since: float) -> float:
        """Returns the longest time from the first try of an act to its acknowledgement, after a moment."""
        with self.lock:
            return max((took for at, took in self.durations if at >= since), default=0)

    def n_failures(self, since: float) -> Counter[str]:
        """Returns how often each kind of failure occurred after a moment."""
        with self.lock:
            return Counter(reason for at, reason in self.failures if at >= since)

    def gap(self, kinds: Iterable[str], since: float, until: float) -> float:
        """Returns the longest time between two successes of these kinds, in seconds."""
        with self.lock:
            return longest_gap([at for kind in kinds for at in self.times[kind]], since, until)


def longest_gap(times: Iterable[float], since: float, until: float) -> float:
    """Returns the longest time without an event from one moment to another."""
    moments = [since, *sorted(at for at in times if since < at < until), until]
    return max(after - before for before, after in zip(moments, moments[1:]))
