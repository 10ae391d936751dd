/** A feature that an old browser lacks: the form opens without it, or one sentence says that the browser is too old. */
import { expect } from "@playwright/test";
import { test } from "./stage";

const missing: Record<string, string> = {
  "Array.prototype.at": "delete Array.prototype.at",
  "Array.prototype.findLast": "delete Array.prototype.findLast",
  "Object.hasOwn": "delete Object.hasOwn",
  structuredClone: "delete window.structuredClone",
  WebAssembly: "delete window.WebAssembly",
  "navigator.locks": "delete Navigator.prototype.locks",
  "HTMLDialogElement.showModal": "delete HTMLDialogElement.prototype.showModal",
};

for (const [feature, script] of Object.entries(missing)) {
  test(`a browser without ${feature} shows the form or a sentence`, async ({ network, person }) => {
    network.inject(script);
    await person.open("/register");
    const says = person.getByText(/too old|[Uu]pdate/);
    const start = person.getByRole("button", { name: "Agree and start" });
    const isThere = async () => (await start.isThere()) || (await says.isThere());
    await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
    if (await says.isThere()) return;
    await start.click();
    await person.getByLabel("Nickname").fill("小美");
    await person.sees(/Saved on this device/);
  });
}
