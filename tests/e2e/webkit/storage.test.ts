/** IndexedDB does not answer, as WebKit's does after pages that were left early. The app works without it. */
import { expect } from "@playwright/test";
import { man, woman } from "../meeting-stage";
import { logIn, makeMatch } from "../member-calls";
import { registerMember } from "../members";
import type { Person } from "./person";
import { test } from "./stage";

/** The longest wait for a step. Without busy processes beside it, a step takes less than three seconds, and with a storage that stops the page it takes for ever. */
const patience = { timeout: 8_000 };

/** Scripts that run before the first one of the page. `silent` is a request that never fires an event. */
const silent = `
  const silent = () => Object.create(IDBOpenDBRequest.prototype, {
    readyState: { value: "pending" },
    addEventListener: { value() {} },
    removeEventListener: { value() {} },
    ...Object.fromEntries(["onsuccess", "onerror", "onblocked", "onupgradeneeded"].map((name) => [name, { value: null, writable: true }])),
  });
  const replace = (kind, work, ...names) => {
    for (const name of names) if (name in kind.prototype) kind.prototype[name] = work;
  };
`;
const faults: Record<string, string> = {
  "never opens": `${silent} replace(IDBFactory, silent, "open");`,
  "never answers a read": `${silent}
    for (const kind of [IDBObjectStore, IDBIndex])
      replace(kind, silent, "get", "getAll", "getKey", "getAllKeys", "count", "openCursor", "openKeyCursor");`,
  "never answers a write": `${silent} replace(IDBObjectStore, silent, "put", "add", "delete", "clear");`,
  "never commits": `
    const { addEventListener } = EventTarget.prototype;
    IDBTransaction.prototype.addEventListener = function (name, ...rest) {
      if (name !== "complete") addEventListener.call(this, name, ...rest);
    };
    Object.defineProperty(IDBTransaction.prototype, "oncomplete", { set() {} });`,
  "throws at every transaction": `
    IDBDatabase.prototype.transaction = () => { throw new DOMException("The connection is lost.", "InvalidStateError"); };`,
  "throws when it opens": `
    IDBFactory.prototype.open = () => { throw new DOMException("The storage is closed.", "UnknownError"); };`,
};

/** The pages at which a member looks, with what the server has answered there. */
const pages: Record<string, (person: Person) => { waitFor: Person["waitFor"] }> = {
  "/": (person) => person.getByRole("article", { name: /^大華/ }),
  "/matches": (person) => person.getByRole("link", { name: "小明" }),
  "/news": (person) => person.getByText("Your profile is approved"),
  "/privacy": (person) => person.getByRole("button", { name: "Pause introductions" }),
  "/profile/edit": (person) => person.getByText("Software and systems engineering"),
};

for (const [fault, script] of Object.entries(faults)) {
  test(`a member meets people with a storage that ${fault}`, async ({
    network,
    person,
    server,
  }) => {
    // Both men are there when her first set is made.
    const hua = await registerMember(server, "大華", man);
    const ming = await registerMember(server, "小明", man);
    const mei = await registerMember(server, "小美", woman);
    const matchId = await makeMatch(server, ming, mei);
    const his = await logIn(server, ming);
    await his("POST", `/matches/${matchId}/notes`, { text: "The highest!" });
    network.inject(script);
    await person.becomes(mei);
    for (const [path, shown] of Object.entries(pages)) {
      await test.step(`she opens ${path}`, async () => {
        await person.open(path);
        await shown(person).waitFor(patience);
      });
    }
    await person.open(`/matches/${matchId}`);
    await person.getByText("The highest!").waitFor(patience);
    await person.getByRole("textbox", { name: "Message to 小明" }).fill("Which mountain?");
    await person.press("Send");
    const notes = async () => JSON.stringify(await his("GET", `/matches/${matchId}/notes`));
    await expect.poll(notes, patience).toContain("Which mountain?");

    await person.open("/");
    await person.press("I’d like to meet");
    await person.press("Yes, I’d like to meet");
    await person.heading("That was today").waitFor(patience);
    const hers = await logIn(server, mei);
    const introductions = async () => JSON.stringify(await hers("GET", "/introductions"));
    await expect
      .poll(introductions, patience)
      .toMatch(new RegExp(`${hua.nickname}.*"YES"|"YES".*${hua.nickname}`));
  });

  test(`a newcomer fills the form with a storage that ${fault}`, async ({ network, person }) => {
    network.inject(script);
    await person.open("/register");
    await person.press("Agree and start");
    await person.heading("Who you are").waitFor(patience);
    await person.getByLabel("Nickname").fill("小美");
    await person.sees(/Saved on this device/);
    await person.reload();
    await person.heading("Who you are").waitFor(patience);
    expect(await person.getByLabel("Nickname").value()).toBe("小美");
  });
}
