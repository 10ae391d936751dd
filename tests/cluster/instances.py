"""Three instances of our server, and what stands in front of them: HAProxy for HTTP, and the stand-in for LINE."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from pathlib import Path

import files
import poolers
import processes
from debian import owner_of
from places import (
    EDGE,
    FOLDER,
    INSTANCES,
    LINE_PORT,
    LINE_STAND_IN_PORT,
    LINE_URL,
    PUBLIC_PORT,
    PUBLIC_URL,
    SERVER_PORT,
    TOP,
    Machine,
)
from progress import Trouble, wait_for

LINE_STAND_IN = TOP / "target" / "debug" / "enmusubi-line-platform"
SERVER = TOP / "target" / "debug" / "enmusubi-server"

# While no instance is ready, the requests go to those that are alive: they still show the page, and they answer E503
# with Retry-After where the database is needed.
EDGE_HAPROXY = """
global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 70s
  timeout server 70s
  timeout http-request 10s
  retries 2
  option redispatch 1
  option forwardfor
  retry-on conn-failure
frontend people
  bind fd@{people}
  use_backend alive if {{ nbsrv(ready) eq 0 }}
  default_backend ready
backend ready
  balance roundrobin
  option httpchk GET /readyz
  timeout check 3s
  default-server inter 1s fall 2 rise 1
{servers}
backend alive
  balance roundrobin
  option httpchk GET /healthz
  timeout check 3s
  default-server inter 1s fall 2 rise 1
{servers}
frontend line
  bind fd@{line}
  default_backend line
backend line
  server line 127.0.0.1:{line_port}
"""


def environment(secrets: dict[str, str]) -> dict[str, str]:
    """Returns the settings that all instances share."""
    return {
        "LISTEN": f"0.0.0.0:{SERVER_PORT}",
        "PUBLIC_BASE_URL": PUBLIC_URL,
        "TRUSTED_PROXIES": EDGE.front,
        "DATABASE_URL": poolers.url(secrets),
        "WORK_EMAIL_KEY": secrets["work_email"],
        "WEB_ROOT": str(web_root()),
        "LIFF_ID": "1234567890-AbcdEfgh",
        "LINE_CHANNEL_ID": "1234567890",
        "LINE_BOT_ID": "@123abcde",
        "LINE_API_BASE": f"http://127.0.0.1:{LINE_STAND_IN_PORT}",
        "INTRODUCTIONS_PER_DAY": "50",
        # All people of a test come from one address.
        "RATE_LIMIT": "off",
        **files.settings(secrets),
    }


def web_root() -> Path:
    """Returns the folder of the built web app, or of a page in its place if it was not built."""
    built = TOP / "web" / "dist"
    if (built / "index.html").exists():
        return built
    folder = FOLDER / "web"
    folder.mkdir(parents=True, exist_ok=True)
    page = "<!doctype html><title>Enmusubi</title>The web app was not built: run ./just build.</html>"
    (folder / "index.html").write_text(page)
    return folder


def start(machine: Machine, program: Path, secrets: dict[str, str]) -> None:
    """Starts an instance."""
    processes.start(machine, "server", [*processes.on(machine), str(program)], environment(secrets))


def run_command(program: Path, words: list[str], secrets: dict[str, str], machine: Machine = INSTANCES[0]) -> str:
    """Runs a command of our server on the machine of an instance, and returns its output."""
    done = subprocess.run(
        [*processes.on(machine), str(program), *words],
        capture_output=True,
        text=True,
        cwd=machine.folder,
        env={"PATH": os.environ["PATH"], **environment(secrets)},
    )
    if done.returncode:
        raise Trouble(f"`enmusubi-server {' '.join(words)}` failed: {done.stderr.strip()}")
    return done.stdout


def status_of(machine: Machine, path: str = "/readyz") -> str:
    """Returns the HTTP status and the body with which an instance answers, or "" if it does not."""
    url = f"http://{machine.front}:{SERVER_PORT}{path}"
    command = ["curl", "--silent", "--max-time", "4", "--write-out", " %{http_code}", url]
    answer = processes.run(EDGE, "haproxy:haproxy", command).stdout
    return "" if answer.endswith(" 000") else answer


def is_ready(machine: Machine) -> bool:
    """Returns true if an instance can do all its work."""
    return status_of(machine).endswith(" 200")


def wait_until_ready(machines: list[Machine] = INSTANCES, limit_s: float = 60, is_quiet: bool = False) -> None:
    """Waits until instances are ready."""
    for machine in machines:
        log = f"target/cluster/logs/{machine.name}-server.log"
        wait_for(f"{machine.name} is ready", lambda it=machine: is_ready(it), limit_s, f"Look into {log}.", is_quiet)


def stop(machine: Machine) -> float:
    """Asks an instance to finish its requests and stop, and returns the seconds that it took."""
    return processes.end(machine, "server", signal.SIGTERM)


def start_edge() -> None:
    """Starts the stand-in for LINE and HAProxy, which listens on the loopback interface outside of the namespaces."""
    stand_in = [*processes.on(EDGE), str(LINE_STAND_IN), "--listen", f"0.0.0.0:{LINE_STAND_IN_PORT}"]
    processes.start(EDGE, "line", stand_in)
    sockets = [listen(PUBLIC_PORT), listen(LINE_PORT)]
    people, line = (it.fileno() for it in sockets)
    servers = "\n".join(f"  server {it.name} {it.front}:{SERVER_PORT} check" for it in INSTANCES)
    text = EDGE_HAPROXY.format(people=people, line=line, servers=servers, line_port=LINE_STAND_IN_PORT)
    path = EDGE.folder / "haproxy.cfg"
    path.write_text(text)
    os.chown(path, *owner_of("haproxy"))
    command = processes.in_debian(EDGE, "haproxy:haproxy", ["haproxy", "-db", "-f", "/srv/haproxy.cfg"])
    processes.start(EDGE, "haproxy", command, files=(people, line))
    for it in sockets:
        it.close()


def listen(port: int) -> socket.socket:
    """Opens a socket on the loopback interface of this machine."""
    try:
        return socket.create_server(("127.0.0.1", port), backlog=256)
    except OSError as error:
        raise Trouble(f"The port {port} is taken ({error}): end the program that listens there.") from None


def urls() -> str:
    """Returns the addresses at which people and tests reach the cluster."""
    return f"the app at {PUBLIC_URL}, LINE's stand-in at {LINE_URL}"
