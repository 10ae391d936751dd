"""The way of an instance to the database: PgBouncer shares few connections, and HAProxy knows the primary.

Each instance has both on its own machine, so that neither is a single point of failure.
"""

from __future__ import annotations

import os

import processes
from debian import owner_of
from places import (
    DATABASES,
    EDGE,
    LINE_STAND_IN_PORT,
    PATRONI_PORT,
    POOLER_PORT,
    POSTGRES_PORT,
    PRIMARY_PORT,
    STATISTICS_PORT,
    Machine,
)
from progress import wait_for

# Patroni answers 200 to /primary on the primary only. HAProxy closes the connections to a node that is not the primary
# any more, so that PgBouncer opens new ones.
HAPROXY = """
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
listen primary
  bind 127.0.0.1:{primary_port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  timeout check 2s
  default-server inter 1s downinter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{nodes}
listen statistics
  mode http
  bind 127.0.0.1:{statistics_port}
  stats enable
  stats uri /
# The server takes http from LINE's stand-in only on its own machine.
listen line
  bind 127.0.0.1:{line_port}
  server line {edge}:{line_port}
"""

# The server prepares statements by name. With max_prepared_statements, PgBouncer prepares them again on each connection
# that it gives to the server.
PGBOUNCER = """
[databases]
enmusubi = host=127.0.0.1 port={primary_port} dbname=enmusubi
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {pooler_port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = /srv/pgbouncer-users.txt
admin_users = enmusubi
pool_mode = transaction
max_prepared_statements = 200
ignore_startup_parameters = extra_float_digits
default_pool_size = 8
max_client_conn = 200
server_connect_timeout = 3
server_login_retry = 1
query_wait_timeout = 10
idle_transaction_timeout = 15
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
tcp_user_timeout = 10000
"""


def prepare(machine: Machine, secrets: dict[str, str]) -> None:
    """Writes the settings of both programs."""
    nodes = [f"  server {node.name} {node.front}:{POSTGRES_PORT} check port {PATRONI_PORT}" for node in DATABASES]
    haproxy = HAPROXY.format(
        primary_port=PRIMARY_PORT,
        nodes="\n".join(nodes),
        statistics_port=STATISTICS_PORT,
        line_port=LINE_STAND_IN_PORT,
        edge=EDGE.front,
    )
    pgbouncer = PGBOUNCER.format(primary_port=PRIMARY_PORT, pooler_port=POOLER_PORT)
    users = f'"enmusubi" "{secrets["enmusubi"]}"\n'
    for name, text, user in (
        ("haproxy.cfg", haproxy, "haproxy"),
        ("pgbouncer.ini", pgbouncer, "postgres"),
        ("pgbouncer-users.txt", users, "postgres"),
    ):
        path = machine.folder / name
        path.write_text(text)
        path.chmod(0o600)
        os.chown(path, *owner_of(user))


def start_haproxy(machine: Machine) -> None:
    """Starts HAProxy."""
    command = ["haproxy", "-db", "-f", "/srv/haproxy.cfg"]
    processes.start(machine, "haproxy", processes.in_debian(machine, "haproxy:haproxy", command))


def nodes_up(machine: Machine) -> list[str]:
    """Returns the nodes that the machine's HAProxy takes for the primary."""
    command = ["curl", "--silent", "--max-time", "2", f"http://127.0.0.1:{STATISTICS_PORT}/;csv"]
    lines = processes.run(machine, "haproxy:haproxy", command).stdout.splitlines()
    rows = [line.split(",") for line in lines]
    return [row[1] for row in rows if row[0] == "primary" and row[1].startswith("db") and row[17].startswith("UP")]


def wait_until_sure(machine: Machine) -> None:
    """Waits until HAProxy has asked each node. Before its first checks, it takes every node for the primary."""
    advice = f"Look into target/cluster/logs/{machine.name}-haproxy.log."
    what = f"HAProxy of {machine.name} knows the primary"
    wait_for(what, lambda: len(nodes_up(machine)) == 1, 20, advice, is_quiet=True)


def start_pgbouncer(machine: Machine) -> None:
    """Starts PgBouncer."""
    command = ["pgbouncer", "/srv/pgbouncer.ini"]
    processes.start(machine, "pgbouncer", processes.in_debian(machine, "postgres:postgres", command))


def url(secrets: dict[str, str]) -> str:
    """Returns the address of the database for an instance."""
    return f"postgres://enmusubi:{secrets['enmusubi']}@127.0.0.1:{POOLER_PORT}/enmusubi"
