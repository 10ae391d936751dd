/** Serves the bundles on localhost, precompressed like the files of the app's server. */
import { readdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { output, squeeze, wasmFile } from "./bundle";
import { names } from "./contender";

type Asset = { type: string; plain: Buffer; br: Buffer; gzip: Buffer };

async function asset(type: string, plain: Buffer): Promise<Asset> {
  return { type, plain, ...(await squeeze(plain)) };
}

const page = (head: string) =>
  asset(
    "text/html",
    Buffer.from(`<!doctype html><meta charset="utf-8"><title>bench</title>${head}`),
  );

async function readAssets(): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  const folder = join(output, "web");
  for (const file of await readdir(folder)) {
    assets.set(`/${file}`, await asset("text/javascript", await readFile(join(folder, file))));
  }
  assets.set("/core.wasm", await asset("application/wasm", await readFile(wasmFile)));
  assets.set("/", await page(""));
  const preload = '<link rel="preload" href="/core.wasm" as="fetch" crossorigin>';
  for (const name of names) {
    const script = `<script type="module" src="/cold-${name}.js"></script>`;
    assets.set(`/cold-${name}`, await page((name === "core" ? preload : "") + script));
  }
  return assets;
}

export type Bench = { origin: string; requests: string[]; close(): void };

export async function serve(): Promise<Bench> {
  const assets = await readAssets();
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(path);
    const found = assets.get(path);
    if (!found) return void response.writeHead(404).end();
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const coding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
    const body = coding ? found[coding] : found.plain;
    response.writeHead(200, {
      "content-type": found.type,
      "content-length": body.length,
      ...(coding ? { "content-encoding": coding } : {}),
      "cache-control": "max-age=600",
      // Isolation gives the page the finest clock.
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, requests, close: () => server.close() };
}
