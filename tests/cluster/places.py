"""The folders, machines, addresses and ports of the cluster."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
# Everything that the cluster writes is below this folder. `down` leaves Debian's packages and the built programs there.
FOLDER = TOP / "target" / "cluster"
DEBIAN = FOLDER / "debian"
MACHINES = FOLDER / "machines"
LOGS = FOLDER / "logs"
STATE = FOLDER / "state.json"

SWITCH = "enmusubi-switch"
# The instances and the outside reach a machine by the first network. The databases talk to each other by the second.
FRONT = "front"
BACK = "back"

# The ports on the loopback interface of this machine: people reach the cluster there, and tests LINE's stand-in.
PUBLIC_PORT = 18080
LINE_PORT = 18081
PUBLIC_URL = f"http://127.0.0.1:{PUBLIC_PORT}"
LINE_URL = f"http://127.0.0.1:{LINE_PORT}"

SERVER_PORT = 8080
LINE_STAND_IN_PORT = 9100
POOLER_PORT = 6432
PRIMARY_PORT = 5433
STATISTICS_PORT = 8404
POSTGRES_PORT = 5432
PATRONI_PORT = 8008
ETCD_PORT = 2379
ETCD_PEER_PORT = 2380
S3_PORT = 8080


@dataclass(frozen=True)
class Machine:
    """A machine, which is a network namespace with a folder of its own."""

    name: str
    front: str
    back: str | None = None

    @property
    def namespace(self) -> str:
        """The name of the network namespace."""
        return f"enmusubi-{self.name}"

    @property
    def folder(self) -> Path:
        """The folder that the programs of this machine see as /srv."""
        return MACHINES / self.name


DATABASES = [Machine(f"db{n}", f"10.77.0.1{n}", f"10.77.1.1{n}") for n in (1, 2, 3)]
INSTANCES = [Machine(f"app{n}", f"10.77.0.2{n}") for n in (1, 2, 3)]
EDGE = Machine("edge", "10.77.0.31")
FILES = Machine("files", "10.77.0.41")
ALL = [*DATABASES, *INSTANCES, EDGE, FILES]


def database(name: str) -> Machine:
    """Returns the machine of a database by its name."""
    return next(machine for machine in DATABASES if machine.name == name)
