import { afterEach, describe, expect, it, vi } from "vitest";
import { refusal, statusOf } from "./api";
import { type CallName, faults, MockServer } from "./server";

const sources = import.meta.glob<string>("/src/{api,liff,logger}/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

afterEach(() => vi.useRealTimers());

/** Returns the calls of a mock: `json("PUT", "/news/read", { newsId: "1" })`. */
function openMock(...given: ConstructorParameters<typeof MockServer>) {
  const mock = new MockServer(...given);
  const send = async (method: string, path: string, body?: object) => {
    const headers = { "Content-Type": "application/json" };
    const json = body ? { headers, body: JSON.stringify(body) } : {};
    const sent = { method, ...(body instanceof FormData ? { body } : json) };
    const answer = await mock.answer(new Request(`http://localhost${path}`, sent));
    if (!answer) throw new Error(`no answer to ${method} ${path}`);
    return answer;
  };
  const json = async (method: string, path: string, body?: object) =>
    await (await send(method, `/api${path}`, body)).json();
  return { mock, send, json };
}

it("answers each call that the app and the console make", () => {
  const calls = Object.entries(sources)
    .filter(([path]) => !path.includes(".test."))
    .flatMap(([, source]) =>
      Array.from(
        source.matchAll(/client\.(GET|POST|PUT|DELETE)\(\s*"([^"]+)"/g),
        ([, method, path]) => `${method} ${path}`,
      ),
    );
  expect(calls.length).toBeGreaterThan(50);
  const { calls: answered } = new MockServer();
  expect(calls.filter((call) => !answered.includes(call as CallName))).toEqual([]);
  expect(new Set(answered).size).toBe(answered.length);
});

it("serves a configuration with the mock of LINE, and a picture for each photo", async () => {
  const { json, send } = openMock();
  expect(await (await send("GET", "/config.json")).json()).toMatchObject({ mockEnable: true });
  const { introductions } = await json("GET", "/introductions");
  const [photo] = introductions[0].person.photos;
  for (const path of [photo.url, photo.url.replace("/api/file/fetch", "/_ipx/w_360")]) {
    const picture = await send("GET", path);
    expect(picture.headers.get("Content-Type")).toBe("image/png");
    expect(Array.from(new Uint8Array(await picture.arrayBuffer()).slice(1, 4))).toEqual(
      Array.from("PNG", (char) => char.charCodeAt(0)),
    );
  }
});

describe("the members' part", () => {
  it("names an upload as the server does, and sends it back", async () => {
    const { json, send } = openMock();
    const body = new FormData();
    body.append("purpose", "photo");
    body.append("file", new File(["bytes"], "me.jpg", { type: "image/jpeg" }));
    const { fileName } = await json("POST", "/file/tempUpload", body);
    expect(fileName).toMatch(/^[0-9a-f]{32}\.jpg$/);
    const picture = await send("GET", `/api/file/fetch/${fileName}?exp=1&sig=2`);
    expect(await picture.text()).toBe("bytes");
  });

  it("makes a match of a yes for one person, and lets the next wait", async () => {
    const { json } = openMock();
    const { introductions } = await json("GET", "/introductions");
    const answers = [];
    for (const { introductionId } of introductions)
      answers.push(
        await json("PUT", `/introductions/${introductionId}/answer`, { answer: "YES", note: "a" }),
      );
    const matched = answers.flatMap(({ matchId }) => matchId ?? []);
    expect(matched).toHaveLength(2);
    const { matches } = await json("GET", "/matches");
    expect(matches.map(({ matchId }: { matchId: string }) => matchId)).toEqual(
      expect.arrayContaining(matched),
    );
    const { news } = await json("GET", "/news");
    expect(news[0]).toMatchObject({ kind: "MATCH", matchId: matched[1], isRead: false });
  });

  it("appends a note, and the person answers some seconds later", async () => {
    vi.useFakeTimers();
    const { json } = openMock();
    const [{ matchId }] = (await json("GET", "/matches")).matches;
    const path = `/matches/${matchId}/notes`;
    const before = (await json("GET", path)).notes.length;
    const note = await json("POST", path, { text: "Hello" });
    expect(note).toMatchObject({ mine: true, text: "Hello", noteId: before + 1 });
    expect((await json("GET", path)).notes).toHaveLength(before + 1);
    vi.advanceTimersByTime(5_000);
    expect((await json("GET", `${path}?after=${note.noteId}`)).notes).toMatchObject([
      { mine: false },
    ]);
  });

  it("holds a blocked person back, and refuses what only approved members may do", async () => {
    const { json, mock, send } = openMock();
    const [{ introductionId }] = (await json("GET", "/introductions")).introductions;
    expect((await send("POST", "/api/blocks", { introductionId })).status).toBe(204);
    expect((await json("GET", "/introductions")).introductions).not.toContainEqual(
      expect.objectContaining({ introductionId }),
    );
    expect((await json("GET", "/blocks")).blocks).toHaveLength(2);
    mock.restart({ member: "inReview" });
    expect(await json("GET", "/introductions")).toMatchObject({ code: "E008" });
  });

  it.each([
    ["newcomer", null],
    ["inReview", "PENDING"],
    ["asked", "NEEDS_INFO"],
    ["approved", "APPROVED"],
    ["rejected", "REJECTED"],
  ] as const)("starts as %s", async (member, reviewStatus) => {
    const { json } = openMock({ member });
    const path = "/user/review-status/U1?orNull=true";
    expect(await json("GET", path)).toEqual({ reviewStatus });
  });
});

describe("the reviewers' part", () => {
  it("takes a decided case out of the queue, brings it back after an undo, and tells the member", async () => {
    vi.useFakeTimers();
    const { json } = openMock({ member: "newcomer" });
    const total = async () => (await json("GET", "/review/cases")).cases.length as number;
    const before = await total();
    const answers = { account: "U1", nickname: "Mei", photoNameList: [], height: "170" };
    await json("POST", "/user-profile", answers);
    const { cases } = await json("GET", "/review/cases?kind=REGISTRATION");
    const { id } = cases.at(-1);
    expect(await total()).toBe(before + 1);
    const { fence } = await json("PUT", `/review/cases/${id}/claim`);
    const decision = { fence, version: 1, action: "APPROVE" };
    await json("PUT", `/review/cases/${id}/decision`, decision);
    expect(await total()).toBe(before);
    await json("DELETE", `/review/cases/${id}/decision`);
    expect(await total()).toBe(before + 1);
    vi.advanceTimersByTime(31_000);
    expect(await json("GET", "/user/my-info")).toMatchObject({ reviewStatus: "PENDING" });
    await json("PUT", `/review/cases/${id}/decision`, decision);
    vi.advanceTimersByTime(31_000);
    expect(await json("GET", "/user/my-info")).toMatchObject({
      reviewStatus: "APPROVED",
      profile: { nickname: "Mei", height: 170 },
    });
  });

  it("says who holds a case, and has cases of each kind", async () => {
    const { json } = openMock();
    const { counts } = await json("GET", "/review/counts");
    expect(counts.every(({ open }: { open: number }) => open > 0)).toBe(true);
    const { cases } = await json("GET", "/review/cases");
    const { id } = cases.find(({ holder }: { holder: object | null }) => holder);
    expect(await json("PUT", `/review/cases/${id}/claim`)).toMatchObject({
      code: "E004",
      case: { holder: "Grace", state: "OPEN" },
    });
  });

  it("asks for a session, and keeps the statistics for leads", async () => {
    const { json, mock } = openMock({ console: "signedOut" });
    expect(await json("GET", "/review/cases")).toMatchObject({ code: "E001A" });
    mock.restart({ console: "reviewer" });
    expect(await json("GET", "/review/statistics")).toMatchObject({ code: "E008" });
  });
});

describe("a fault", () => {
  it.each(Object.entries(statusOf))("%s has the status %i", async (code, status) => {
    const { mock, send } = openMock();
    const fault = faults.find((one) => one === code) ?? null;
    mock.fail("GET /introductions", fault);
    const answer = await send("GET", "/api/introductions");
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual(await refusal(code as keyof typeof statusOf).json());
    mock.fail("GET /introductions", null);
    expect((await send("GET", "/api/introductions")).status).toBe(200);
  });

  it("breaks the connection, or makes the answer late", async () => {
    vi.useFakeTimers();
    const { mock, send } = openMock();
    mock.fail("GET /matches", "broken");
    expect((await send("GET", "/api/matches")).type).toBe("error");
    mock.fail("GET /matches", "slow");
    const late = send("GET", "/api/matches");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await Promise.race([late, "waits"])).toBe("waits");
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await late).status).toBe(200);
  });

  it("compiles only for a call of the OpenAPI document", () => {
    const { mock } = openMock();
    // @ts-expect-error: there is no such call.
    mock.fail("GET /nothing", "E503");
    // @ts-expect-error: there is no such code.
    mock.fail("GET /news", "E099");
  });
});
