# syntax=docker/dockerfile:1
# An image of the server with the built page.
#
#   docker build -t enmusubi .
#
# Without an image registry, tests/image/build.sh makes the three base images from Debian's packages and the tools of the
# machine, and passes their names as build arguments.

ARG NODE_IMAGE=node:22-bookworm-slim
ARG RUST_IMAGE=rust:1.95-bookworm
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS node

FROM ${RUST_IMAGE} AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && rustup target add wasm32-unknown-unknown
WORKDIR /src
COPY . .
# The caches serve the next build of the image. They are not part of the image, so the program is copied out of them.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    --mount=type=cache,target=/var/cache/npm \
    cd web && npm ci --no-audit --no-fund --cache /var/cache/npm && cd .. \
    && wasm/build.sh \
    && cd web && npm run --silent build && cd .. \
    && cargo build --release --locked --package enmusubi-server \
    && cp target/release/enmusubi-server /enmusubi-server

FROM ${DEBIAN_IMAGE}
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
    && useradd --uid 10001 --no-create-home --home-dir /srv/enmusubi --shell /usr/sbin/nologin enmusubi \
    && install -d -o enmusubi -g enmusubi -m 0700 /srv/enmusubi/data
COPY --from=build /enmusubi-server /usr/local/bin/enmusubi-server
COPY --from=build /src/web/dist /usr/share/enmusubi/web
# Numbers show an orchestrator that the user is not root.
USER 10001:10001
WORKDIR /srv/enmusubi
# A container must listen on every address. The mock, which lets everybody in, refuses to start there.
ENV LISTEN=0.0.0.0:8080 WEB_ROOT=/usr/share/enmusubi/web LOG_FORMAT=json
EXPOSE 8080
# The default database and files. The volume stays empty with PostgreSQL and a bucket.
VOLUME /srv/enmusubi/data
# The image has no HTTP client, but bash can open a socket.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r status <&3 && [[ $status == *' 20'* ]]"]
ENTRYPOINT ["enmusubi-server"]
