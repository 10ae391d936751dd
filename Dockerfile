# syntax=docker/dockerfile:1
# The server with the built page, as an image of its own.
#
#   docker build -t enmusubi .
#
# Where this was written no image can be pulled: it was read and not run. Its steps are those of
# `./just build`, which is.

FROM node:22-bookworm-slim AS node

FROM rust:1.95-bookworm AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && rustup target add wasm32-unknown-unknown
WORKDIR /src
COPY . .
# What cargo made is kept for the next build of the image; what goes on is copied out of it.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    --mount=type=cache,target=/var/cache/npm \
    cd web && npm ci --no-audit --no-fund --cache /var/cache/npm && cd .. \
    && wasm/build.sh \
    && cd web && npm run --silent build && cd .. \
    && cargo build --release --locked --package enmusubi-server \
    && cp target/release/enmusubi-server /enmusubi-server

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /srv/enmusubi --create-home enmusubi \
    && install -d -o enmusubi -g enmusubi -m 0700 /srv/enmusubi/data
COPY --from=build /enmusubi-server /usr/local/bin/enmusubi-server
COPY --from=build /src/web/dist /usr/share/enmusubi/web
# The numbers, so that an orchestrator sees that it is not root.
USER 10001:10001
WORKDIR /srv/enmusubi
# A container's address is not the loopback one; the mock, which lets everyone in, refuses it.
ENV LISTEN=0.0.0.0:8080 WEB_ROOT=/usr/share/enmusubi/web LOG_FORMAT=json
EXPOSE 8080
# The embedded default's tables and files; empty with PostgreSQL and a bucket.
VOLUME /srv/enmusubi/data
# The image has no HTTP client, and bash can open a socket.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r status <&3 && [[ $status == *' 20'* ]]"]
ENTRYPOINT ["enmusubi-server"]
