"""Three PostgreSQL nodes, each with an etcd and a Patroni that decides with the others which node is the primary."""

from __future__ import annotations

import json
import os
from typing import Any

import processes
from debian import POSTGRES, owner_of
from places import DATABASES, EDGE, ETCD_PEER_PORT, ETCD_PORT, PATRONI_PORT, POSTGRES_PORT, Machine, database
from progress import Trouble, wait_for

# Quorum: a commit is answered when one of the two standbys has it, whichever is faster, and Patroni promotes only a
# node that has it. Strict: without a standby, commits wait instead of being on one node only.
PATRONI = """
scope: enmusubi
name: {name}
restapi:
  listen: 0.0.0.0:{patroni_port}
  connect_address: {back}:{patroni_port}
etcd3:
  hosts: [{etcds}]
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: quorum
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 100
        shared_buffers: 64MB
        wal_keep_size: 128MB
        wal_sender_timeout: 10s
        wal_receiver_timeout: 10s
        tcp_keepalives_idle: 5
        tcp_keepalives_interval: 2
        tcp_keepalives_count: 3
        tcp_user_timeout: 10s
  initdb:
  - encoding: UTF8
  - locale: C.UTF-8
  - data-checksums
postgresql:
  listen: 0.0.0.0:{postgres_port}
  connect_address: {back}:{postgres_port}
  data_dir: /srv/postgres/data
  bin_dir: {bin_dir}
  pgpass: /srv/postgres/pgpass
  authentication:
    superuser: {{username: postgres, password: {superuser}}}
    replication: {{username: replication, password: {replication}}}
    rewind: {{username: rewind, password: {rewind}}}
  parameters:
    unix_socket_directories: /srv/postgres
  pg_hba:
  - local all all scram-sha-256
  - host all all 127.0.0.1/32 scram-sha-256
  - host all all 10.77.0.0/16 scram-sha-256
  - host replication replication 127.0.0.1/32 scram-sha-256
  - host replication replication 10.77.0.0/16 scram-sha-256
"""


# A node that was the primary may have commits that no other node has. As a standby it would show them until it follows
# the new primary, so it lets our server in only while it is the primary.
FENCE = """
CREATE FUNCTION refuse_on_standby() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF pg_is_in_recovery() AND session_user = 'enmusubi' THEN
        RAISE EXCEPTION 'this node is a standby' USING ERRCODE = 'read_only_sql_transaction';
    END IF;
END $$;
CREATE EVENT TRIGGER refuse_on_standby ON login EXECUTE FUNCTION refuse_on_standby();
ALTER EVENT TRIGGER refuse_on_standby ENABLE ALWAYS;
"""


def prepare(machine: Machine, secrets: dict[str, str]) -> None:
    """Writes the settings of a node and makes its folders."""
    settings = PATRONI.format(
        name=machine.name,
        back=machine.back,
        patroni_port=PATRONI_PORT,
        postgres_port=POSTGRES_PORT,
        etcds=", ".join(f"{node.back}:{ETCD_PORT}" for node in DATABASES),
        bin_dir=POSTGRES,
        **{name: secrets[name] for name in ("superuser", "replication", "rewind")},
    )
    for name, user in (("etcd", "etcd"), ("postgres", "postgres")):
        folder = machine.folder / name
        folder.mkdir(parents=True)
        folder.chmod(0o700)
        os.chown(folder, *owner_of(user))
    path = machine.folder / "patroni.yml"
    path.write_text(settings)
    path.chmod(0o600)
    os.chown(path, *owner_of("postgres"))


def start_etcd(machine: Machine) -> None:
    """Starts the node's part of the store in which Patroni keeps who is the primary."""
    peers = ",".join(f"{node.name}=http://{node.back}:{ETCD_PEER_PORT}" for node in DATABASES)
    clients, peer = f"http://{machine.back}:{ETCD_PORT}", f"http://{machine.back}:{ETCD_PEER_PORT}"
    options = {
        "name": machine.name,
        "data-dir": "/srv/etcd/data",
        "listen-client-urls": clients,
        "advertise-client-urls": clients,
        "listen-peer-urls": peer,
        "initial-advertise-peer-urls": peer,
        "initial-cluster": peers,
        # All nodes share the disk and the processors of one machine, where the default of 1 s would elect too often.
        "heartbeat-interval": "250",
        "election-timeout": "2500",
        "log-level": "warn",
    }
    words = [f"--{name}={value}" for name, value in options.items()]
    processes.start(machine, "etcd", processes.in_debian(machine, "etcd:etcd", ["etcd", *words]))


def start_patroni(machine: Machine) -> None:
    """Starts Patroni, which starts PostgreSQL."""
    command = ["env", "HOME=/srv/postgres", "patroni", "/srv/patroni.yml"]
    processes.start(machine, "patroni", processes.in_debian(machine, "postgres:postgres", command))


def power_on(machine: Machine) -> None:
    """Starts all programs of a node."""
    start_etcd(machine)
    start_patroni(machine)


def is_etcd_healthy(machine: Machine) -> bool:
    """Returns true if the node's etcd has a majority."""
    url = f"http://{machine.back}:{ETCD_PORT}/health"
    done = processes.run(machine, "etcd:etcd", ["curl", "--silent", "--max-time", "2", url])
    return '"true"' in done.stdout


def members() -> list[dict[str, Any]]:
    """Returns the nodes as Patroni sees them, from the first node that answers, and [] if none does."""
    for machine in DATABASES:
        url = f"http://{machine.front}:{PATRONI_PORT}/cluster"
        done = processes.run(EDGE, "haproxy:haproxy", ["curl", "--silent", "--max-time", "2", url])
        if done.returncode == 0 and done.stdout:
            return json.loads(done.stdout).get("members", [])
    return []


def primary() -> Machine | None:
    """Returns the node that the nodes agree is the primary, if it runs."""
    names = [it["name"] for it in members() if it["role"] == "leader" and it.get("state") == "running"]
    return database(names[0]) if names else None


def standbys() -> list[str]:
    """Returns the names of the nodes that follow the primary and may become it."""
    return [it["name"] for it in members() if it["role"] == "quorum_standby" and it.get("state") == "streaming"]


def is_whole() -> bool:
    """Returns true if there is a primary with two standbys that count for a commit."""
    return primary() is not None and len(standbys()) == len(DATABASES) - 1


def wait_until_whole(limit_s: float = 120, is_quiet: bool = False) -> None:
    """Waits until there is a primary with two standbys."""
    advice = "Look into the logs of Patroni below target/cluster/logs."
    wait_for("PostgreSQL has a primary and two synchronous standbys", is_whole, limit_s, advice, is_quiet)


def switch_over(old: Machine, new: str) -> None:
    """Asks Patroni to make another node the primary."""
    nodes = ["--primary", old.name, "--candidate", new]
    command = ["patronictl", "-c", "/srv/patroni.yml", "switchover", "--force", *nodes]
    done = processes.run(old, "postgres:postgres", command)
    if done.returncode:
        raise Trouble(f"Patroni did not switch over: {done.stdout}{done.stderr}")


def sql(statement: str, secrets: dict[str, str], database_name: str = "enmusubi") -> list[list[str]]:
    """Runs a statement on the primary as superuser and returns the rows as texts."""
    node = primary()
    if node is None:
        raise Trouble("PostgreSQL has no primary: wait a minute, and look at ./just cluster status.")
    address = f"host={node.front} user=postgres dbname={database_name} connect_timeout=3"
    command = ["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-F", "\x1f", "-R", "\x1e", "-d", address]
    done = processes.run(EDGE, "postgres:postgres", command, {"PGPASSWORD": secrets["superuser"]}, statement)
    if done.returncode:
        raise Trouble(f"The statement failed on {node.name}: {done.stderr.strip()}")
    text = done.stdout.rstrip("\n")
    return [row.split("\x1f") for row in text.split("\x1e")] if text else []


def create_database(secrets: dict[str, str]) -> None:
    """Makes the user and the database of our server."""
    sql(f"CREATE ROLE enmusubi LOGIN PASSWORD '{secrets['enmusubi']}'", secrets, "postgres")
    sql("CREATE DATABASE enmusubi OWNER enmusubi", secrets, "postgres")
    sql(FENCE, secrets)


def bring_up() -> None:
    """Starts the nodes: the first one makes the database, and the others copy it."""
    for machine in DATABASES:
        start_etcd(machine)
    advice = "Look into the logs of etcd below target/cluster/logs."
    wait_for("etcd has a majority", lambda: is_etcd_healthy(DATABASES[0]), 60, advice)
    first, *others = DATABASES
    start_patroni(first)
    wait_for(f"{first.name} is the primary", lambda: primary() == first, 120, "Look into the log of Patroni.")
    for machine in others:
        start_patroni(machine)
    wait_until_whole()
