import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearSession, currentToken, setToken } from "#/session/session";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { NetworkError } from "./error";
import { uploadFile } from "./upload";

const stored = { fileName: "a.webp", width: 3, height: 4, thumbhash: "", mimeType: "image/webp" };
const server = startFakeServer([
  api.post("/file/tempUpload", ({ response }) => response(200).json(stored)),
]);
const file = new Blob(["bytes"], { type: "image/png" });

afterEach(() => {
  clearSession();
  vi.useRealTimers();
});

test("a file goes out as a form, and the server names it", async () => {
  const onProgress = vi.fn();
  const headers = { Authorization: "Bearer mine" };
  expect(await uploadFile(file, "document", { headers, onProgress })).toEqual(stored);
  const [request] = server.requests;
  expect(request?.headers.get("Authorization")).toBe("Bearer mine");
  const form = await request?.formData();
  expect(form?.get("purpose")).toBe("document");
  expect(await new Response(form?.get("file")).text()).toBe("bytes");
  expect(onProgress).toHaveBeenLastCalledWith(1);
});

test("an upload renews the session like any other call", async () => {
  setToken("mine");
  server.use(
    api.post("/file/tempUpload", ({ response }) =>
      response(200).json(stored, { headers: { Authorization: "Bearer newer" } }),
    ),
  );
  await uploadFile(file, "photo", { headers: {} });
  expect(currentToken()).toBe("newer");
});

test("a rejected file is an error of the API with the wait that the server asks for", async () => {
  server.use(
    api.post("/file/tempUpload", refuse(429, "E005", { headers: { "Retry-After": "3" } })),
  );
  await expect(uploadFile(file, "photo", { headers: {} })).rejects.toMatchObject({
    name: "ApiError",
    code: "E005",
    retryAfterMs: 3000,
  });
});

test("a broken connection is a network error", async () => {
  server.use(api.post("/file/tempUpload", breakConnection));
  await expect(uploadFile(file, "photo", { headers: {} })).rejects.toBeInstanceOf(NetworkError);
});

/** A request that gets no answer. msw does not let one abort while its handler runs. */
class UnansweredRequest extends EventTarget {
  static nSent = 0;
  readonly upload = new EventTarget();
  open(): void {}
  setRequestHeader(): void {}
  send(): void {
    UnansweredRequest.nSent += 1;
  }
  abort(): void {
    this.dispatchEvent(new Event("abort"));
    this.dispatchEvent(new Event("loadend"));
  }
}

describe("an upload without an answer", () => {
  const send = (signal?: AbortSignal) =>
    uploadFile(file, "photo", { headers: {}, signal }).catch((error: unknown) => error);

  beforeEach(() => {
    UnansweredRequest.nSent = 0;
    vi.useFakeTimers();
    vi.stubGlobal("XMLHttpRequest", UnansweredRequest);
  });
  afterEach(() => vi.unstubAllGlobals());

  test("does not begin if its caller has cancelled it", async () => {
    expect(await send(AbortSignal.abort())).toBeInstanceOf(NetworkError);
    expect(UnansweredRequest.nSent).toBe(0);
  });

  test("ends as soon as its caller cancels it", async () => {
    const controller = new AbortController();
    const outcome = send(controller.signal);
    expect(UnansweredRequest.nSent).toBe(1);
    controller.abort();
    expect(await outcome).toBeInstanceOf(NetworkError);
  });

  test("ends when it rests for 30 seconds", async () => {
    const outcome = send();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toBeInstanceOf(NetworkError);
  });
});
