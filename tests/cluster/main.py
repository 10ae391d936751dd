"""A cluster on this machine: `up`, `down`, `status`, `chaos`, which breaks it while people use it, and `measure`."""

from __future__ import annotations

import sys
from pathlib import Path

import chaos
import cluster
import instances
import measure
from progress import Trouble

USAGE = "usage: main.py up | down | status | chaos [--old PROGRAM] [FAULT …] | measure [PROGRAM]"


def main(words: list[str]) -> int:
    """Runs a command."""
    try:
        if words == ["up"]:
            cluster.up()
            return 0
        if words == ["down"]:
            cluster.down()
            return 0
        if words == ["status"]:
            return 0 if cluster.status() else 1
        if words[:1] == ["measure"] and len(words) <= 2:
            measure.run(Path(words[1]).resolve() if words[1:] else instances.SERVER)
            return 0
        if words[:2] == ["chaos", "--old"] and len(words) > 2:
            return 0 if chaos.run(words[3:], Path(words[2]).resolve()) else 1
        if words[:1] == ["chaos"] and "--old" not in words:
            return 0 if chaos.run(words[1:], None) else 1
    except Trouble as trouble:
        print(f"cluster: {trouble}", file=sys.stderr)
        return 1
    print(USAGE, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
