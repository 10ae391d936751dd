import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { publicConfig } from "../lib/config";
import { testConfig } from "../lib/config.testing";
import { NetworkError } from "./error";
import { post } from "./send";

vi.mock("../lib/config");

/** A request that nobody answers. */
class SilentRequest extends EventTarget {
  static readonly sent: SilentRequest[] = [];
  readonly upload = new EventTarget();
  open(): void {}
  setRequestHeader(): void {}
  send(): void {
    SilentRequest.sent.push(this);
  }
  abort(): void {
    this.dispatchEvent(new Event("abort"));
    this.dispatchEvent(new Event("loadend"));
  }
}

beforeEach(() => {
  vi.mocked(publicConfig).mockReturnValue({ ...testConfig, apiServerPath: "/api" });
  vi.stubGlobal("XMLHttpRequest", SilentRequest);
  SilentRequest.sent.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

test("what nobody wants any more does not leave", async () => {
  const sending = post("/user-profile", "{}", { headers: {}, signal: AbortSignal.abort() });
  await expect(sending).rejects.toBeInstanceOf(NetworkError);
  expect(SilentRequest.sent).toEqual([]);
});

test("what is on its way is broken off as soon as it is not wanted", async () => {
  const wish = new AbortController();
  const sending = post("/user-profile", "{}", { headers: {}, signal: wish.signal });
  expect(SilentRequest.sent).toHaveLength(1);
  wish.abort();
  await expect(sending).rejects.toBeInstanceOf(NetworkError);
});
