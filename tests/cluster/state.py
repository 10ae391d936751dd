"""The secrets of one cluster and the programs that it runs, kept in a file."""

from __future__ import annotations

import json
import secrets

from places import STATE
from progress import Trouble

PASSWORDS = ["superuser", "replication", "rewind", "enmusubi", "s3", "work_email"]


def create() -> dict[str, str]:
    """Draws the secrets of a new cluster."""
    state = {name: secrets.token_hex(16) for name in PASSWORDS}
    STATE.parent.mkdir(parents=True, exist_ok=True)
    STATE.write_text(json.dumps(state))
    return state


def load() -> dict[str, str]:
    """Returns the secrets of the running cluster."""
    try:
        return json.loads(STATE.read_text())
    except OSError:
        raise Trouble("No cluster is there: start it with ./just cluster up.") from None
