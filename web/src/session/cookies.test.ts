import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearToken,
  clearUserInfo,
  readToken,
  readUserInfo,
  type UserInfo,
  writeToken,
  writeUserInfo,
} from "./cookies";

const person: UserInfo = { userId: "U1", nickname: "小明; =ok", reviewStatus: "PENDING" };

let written: string[];

beforeEach(() => {
  written = [];
  const jar = new Map<string, string>();
  vi.spyOn(document, "cookie", "set").mockImplementation((cookie) => {
    written.push(cookie);
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (cookie.includes("Max-Age=0;")) jar.delete(name);
    else jar.set(name, value);
  });
  vi.spyOn(document, "cookie", "get").mockImplementation(() =>
    Array.from(jar, ([name, value]) => `${name}=${value}`).join("; "),
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the session's cookies", () => {
  it("are read back as the app wrote them", () => {
    writeToken("U1", "a/b+c=");
    writeUserInfo(person);
    expect(readToken("U1")).toBe("a/b+c=");
    expect(readUserInfo()).toEqual(person);
  });

  it("last 7 days and stay on this site", () => {
    writeToken("U1", "token");
    expect(written[0]).toContain("Max-Age=604800");
    expect(written[0]).toContain("SameSite=Strict");
    expect(written[0]).toContain("Path=/");
  });

  it.each([
    ["https:", true],
    ["http:", false],
  ])("over %s are secure and of this host only: %s", (protocol, isSecure) => {
    vi.stubGlobal("location", { protocol });
    writeToken("U1", "token");
    writeUserInfo(person);
    for (const cookie of written) {
      expect(cookie.includes("; Secure")).toBe(isSecure);
      expect(cookie.startsWith("__Host-enmusubi_")).toBe(isSecure);
    }
    expect(readToken("U1")).toBe("token");
    expect(readUserInfo()).toEqual(person);
  });

  it.each(["before", "after"])("are found with those of a sibling host %s them", (place) => {
    const own = [
      `enmusubi_token=${encodeURIComponent("U1:token")}`,
      `enmusubi_userInfo=${encodeURIComponent(JSON.stringify(person))}`,
    ];
    const siblings = [
      "enmusubi_token=x",
      "enmusubi_token=%E0%A4%A",
      "enmusubi_userInfo=x",
      `enmusubi_userInfo=${encodeURIComponent(JSON.stringify({ ...person, userId: "U2" }))}`,
    ];
    const cookies = place === "before" ? [...siblings, ...own] : [...own, ...siblings];
    vi.spyOn(document, "cookie", "get").mockReturnValue(cookies.join("; "));
    expect(readToken("U1")).toBe("token");
    expect(readUserInfo("U1")).toEqual(person);
  });

  it("hold only id, nickname and review status of the person", () => {
    writeUserInfo({ ...person, birthday: "1992-04-05" } as UserInfo);
    expect(decodeURIComponent(written[0] ?? "")).not.toContain("1992");
  });

  it("are gone after they are cleared", () => {
    writeToken("U1", "token");
    writeUserInfo(person);
    clearToken();
    clearUserInfo();
    expect(readToken("U1")).toBeNull();
    expect(readUserInfo()).toBeNull();
  });

  it("count as absent if they are not readable", () => {
    // biome-ignore lint/suspicious/noDocumentCookie: another site's text in our cookie.
    document.cookie = "enmusubi_userInfo=nonsense; Path=/";
    expect(readUserInfo()).toBeNull();
    // biome-ignore lint/suspicious/noDocumentCookie: another site of the same domain may write it.
    document.cookie = "enmusubi_token=%E0%A4%A; Path=/";
    expect(readToken("U1")).toBeNull();
  });

  it.each(["token", "U11:token", "U2:token", ":token"])(
    "hold no token of this LINE user in %s",
    (text) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie of an earlier build or another user.
      document.cookie = `enmusubi_token=${encodeURIComponent(text)}; Path=/`;
      expect(readToken("U1")).toBeNull();
    },
  );
});
