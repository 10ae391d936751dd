/** Draws the page `/mock`, on which a choice of a starting state or of a call's fault takes effect at once. */
import type { MockServer } from "../src/testing/mock/server.ts";

type MockModule = typeof import("../src/testing/mock/server.ts");

const pages = ["/", "/profile", "/matches", "/news", "/dev", "/review", "/review/enrol#token"];

export function mockPage(
  { faults, starts }: MockModule,
  mock: MockServer,
  refusals: ReadonlyMap<string, string>,
): string {
  const states = Object.entries(starts).map(([name, values]) => {
    const chosen = mock.started[name as keyof typeof starts];
    return `<label>${name} ${select("start", name, values, chosen)}</label>`;
  });
  const calls = mock.calls.map((call) => {
    const fault = select("fault", call, ["", ...faults], mock.faultOf(call) ?? "");
    const refused = escaped(refusals.get(call) ?? "");
    return `<tr><td><code>${escaped(call)}</code><td>${fault}<td>${refused}`;
  });
  const links = pages.map((path) => `<a href="${path}" target="_blank">${path}</a>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Mock</title>
<meta name="viewport" content="width=device-width" />
<style>
  body { font: 15px system-ui; margin: 1rem auto; max-width: 60rem; padding: 0 1rem; color-scheme: light dark }
  td { border-top: 1px solid #8884; padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: top }
  td:last-child { color: #888; font-size: 13px } label, a { margin-right: 1rem }
</style>
<h1>Mock</h1>
<p>${links.join(" ")}</p>
<p>${states.join(" ")}<button>Start again</button></p>
<table>${calls.join("\n")}</table>
<script>
  const all = (name) => [...document.querySelectorAll("select[name=" + name + "]")];
  const valuesOf = (name) => Object.fromEntries(all(name).map(({ id, value }) => [id, value || null]));
  const put = (change) => fetch("/mock", { method: "PUT", body: JSON.stringify(change) });
  for (const one of all("start")) one.onchange = () => put({ start: valuesOf("start") });
  for (const one of all("fault")) one.onchange = () => put({ faults: { [one.id]: one.value || null } });
  document.querySelector("button").onclick = () => put({ start: valuesOf("start") });
</script></html>`;
}

function select(name: string, id: string, values: readonly string[], chosen: string): string {
  const options = values.map(
    (value) => `<option${value === chosen ? " selected" : ""}>${escaped(value)}</option>`,
  );
  return `<select name="${name}" id="${escaped(id)}">${options.join("")}</select>`;
}

const escaped = (text: string) => text.replace(/[&<"]/g, (char) => `&#${char.charCodeAt(0)};`);
