"""Debian's packages in a folder of their own. Nothing is installed on this machine, and no service starts by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from places import DEBIAN, FOLDER
from progress import Trouble, say

# PgBouncer knows prepared statements from 1.21 on, which this release has and the one before has not.
RELEASE = "trixie"
PACKAGES = [
    "ca-certificates",
    "curl",
    "etcd-client",
    "etcd-server",
    "haproxy",
    "patroni",
    "pgbouncer",
    "postgresql-17",
    "postgresql-client-17",
    "procps",
    "python3-etcd",
    "swift-account",
    "swift-container",
    "swift-object",
    "swift-proxy",
]
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
POSTGRES = "/usr/lib/postgresql/17/bin"
IS_COMPLETE = DEBIAN / "etc" / "enmusubi-is-complete"


def require_tools() -> None:
    """Fails if this machine cannot run the cluster."""
    if os.geteuid() != 0:
        raise Trouble("The cluster makes network namespaces, which only root may: run it as root.")
    for tool, package in (("ip", "iproute2"), ("mmdebstrap", "mmdebstrap"), ("chroot", "coreutils")):
        if not shutil.which(tool):
            raise Trouble(f"`{tool}` is missing: install the package {package}.")
    if not KEYRING.exists():
        raise Trouble(f"{KEYRING} is missing: install the package debian-archive-keyring.")


def fetch() -> None:
    """Unpacks the packages, if they are not there yet."""
    if IS_COMPLETE.exists() and IS_COMPLETE.read_text().split() == PACKAGES:
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    say(f"fetching {len(PACKAGES)} packages of Debian {RELEASE}, which takes about a minute …")
    log = FOLDER / "debian.log"
    partial = DEBIAN.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    source = f"deb [signed-by={KEYRING}] {mirror()} {RELEASE} main"
    leave_out = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("doc", "man", "locale")]
    without_extras = "--aptopt=Apt::Install-Recommends \"false\""
    packages = f"--include={','.join(PACKAGES)}"
    command = ["mmdebstrap", "--variant=apt", without_extras, *leave_out, packages, RELEASE, str(partial), source]
    with log.open("w") as output:
        done = subprocess.run(command, stdout=output, stderr=output)
    if done.returncode:
        last = "\n".join(log.read_text().splitlines()[-5:])
        raise Trouble(f"The packages could not be fetched. Check the network; {log} has the rest:\n{last}")
    shutil.rmtree(DEBIAN, ignore_errors=True)
    partial.rename(DEBIAN)
    IS_COMPLETE.write_text("\n".join(PACKAGES))


def mirror() -> str:
    """Returns the address from which this machine gets Debian's packages."""
    wanted = ["--format", "$(SITE)", "Created-By: Packages", "Origin: Debian"]
    try:
        listed = subprocess.run(["apt-get", "indextargets", *wanted], capture_output=True, text=True).stdout.split()
    except FileNotFoundError:
        listed = []
    if not listed:
        raise Trouble("This machine knows no mirror of Debian: run the cluster on Debian, after `apt-get update`.")
    return listed[0]


def owner_of(user: str) -> tuple[int, int]:
    """Returns the ids of a user and its group among the packages."""
    for line in (DEBIAN / "etc" / "passwd").read_text().splitlines():
        name, _, user_id, group_id, *_ = line.split(":")
        if name == user:
            return int(user_id), int(group_id)
    raise Trouble(f"The packages have no user {user}: delete {DEBIAN} and start again.")
