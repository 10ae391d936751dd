"""The S3 server: OpenStack's Swift with its S3 interface, on one machine with one folder as its disk."""

from __future__ import annotations

import os
import re
from urllib.parse import quote

import processes
from debian import owner_of
from places import EDGE, FILES, S3_PORT
from progress import Trouble, wait_for

BUCKET = "enmusubi-files"
PREFIX = "production"
ACCESS_KEY = "enmusubi:server"
STORAGE_PORTS = {"account": 6202, "container": 6201, "object": 6200}

STORAGE = """
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
workers = 1
devices = /srv/swift/disks
mount_check = false
swift_dir = /srv/swift
log_level = WARNING
recon_cache_path = /srv/swift
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

PROXY = """
[DEFAULT]
bind_ip = 0.0.0.0
bind_port = {port}
workers = 1
swift_dir = /srv/swift
log_level = WARNING
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{user} = {password} .admin
[filter:slo]
use = egg:swift#slo
"""


def prepare(secrets: dict[str, str]) -> None:
    """Writes the settings, and the rings that say where each object is."""
    folder = FILES.folder / "swift"
    disk = folder / "disks" / "disk1"
    disk.mkdir(parents=True)
    for kind, port in STORAGE_PORTS.items():
        (folder / f"{kind}-server.conf").write_text(STORAGE.format(kind=kind, port=port))
    user = ACCESS_KEY.replace(":", "_")
    (folder / "proxy-server.conf").write_text(PROXY.format(port=S3_PORT, user=user, password=secrets["s3"]))
    for path in (folder, folder / "disks", disk):
        os.chown(path, *owner_of("swift"))
    for kind, port in STORAGE_PORTS.items():
        ring = f"/srv/swift/{kind}.builder"
        for words in (
            ["create", "6", "1", "1"],
            ["add", f"r1z1-127.0.0.1:{port}/disk1", "1"],
            ["rebalance"],
        ):
            done = processes.run(FILES, "swift:swift", ["swift-ring-builder", ring, *words])
            if done.returncode > 1:
                raise Trouble(f"Swift's ring could not be made: {done.stdout}{done.stderr}")


def bring_up(secrets: dict[str, str]) -> None:
    """Starts the storage and the proxy, and makes the bucket."""
    for kind in [*STORAGE_PORTS, "proxy"]:
        command = [f"swift-{kind}-server", f"/srv/swift/{kind}-server.conf"]
        processes.start(FILES, f"swift-{kind}", processes.in_debian(FILES, "swift:swift", command))
    advice = "Look into the logs of Swift below target/cluster/logs."
    wait_for("the S3 server has its bucket", lambda: make_bucket(secrets), 60, advice)


def make_bucket(secrets: dict[str, str]) -> bool:
    """Makes the bucket, and returns true if it is there."""
    curl("--request", "PUT", secrets=secrets)
    return curl("--head", secrets=secrets).endswith("\n200")


def curl(*words: str, query: str = "", secrets: dict[str, str]) -> str:
    """Sends a signed request about the bucket to the S3 server, and returns the body and the status."""
    # The access key has a colon, which curl accepts only in the URL.
    credentials = f"{quote(ACCESS_KEY, safe='')}:{secrets['s3']}"
    url = f"http://{credentials}@{FILES.front}:{S3_PORT}/{BUCKET}{query}"
    signed = ["--aws-sigv4", "aws:amz:us-east-1:s3"]
    command = ["curl", "--silent", "--max-time", "10", "--write-out", "\n%{http_code}", *signed, *words, url]
    return processes.run(EDGE, "haproxy:haproxy", command).stdout


def stored_names(secrets: dict[str, str]) -> set[str]:
    """Returns the names of all files in the bucket."""
    names: set[str] = set()
    while True:
        last = f"marker={quote(f'{PREFIX}/{max(names)}', safe='')}&" if names else ""
        listed = curl(query=f"?{last}prefix={PREFIX}%2F", secrets=secrets)
        page = re.findall(rf"<Key>{PREFIX}/([^<]+)</Key>", listed)
        if not set(page) - names:
            return names
        names.update(page)


def settings(secrets: dict[str, str]) -> dict[str, str]:
    """Returns the settings with which our server reaches the bucket."""
    return {
        "STORAGE_URL": f"s3://{BUCKET}/{PREFIX}",
        "AWS_ENDPOINT": f"http://{FILES.front}:{S3_PORT}",
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": secrets["s3"],
    }
