/** Approved members with a device each, for the journeys in which people meet. */
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import base from "../vectors/base.json" with { type: "json" };
import { openDevice } from "./browser";
import { makePng } from "./members";
import type { TestServer } from "./server";

export interface Member {
  userId: string;
  nickname: string;
}

let nMembers = 0;

/** Registers somebody by calls to the API and lets a reviewer approve them. */
export async function registerMember(
  server: TestServer,
  nickname: string,
  profile: Record<string, unknown> = {},
): Promise<Member> {
  nMembers += 1;
  const userId = `Uabc${String(nMembers).padStart(29, "0")}`;
  const tokenAnswer = await fetch(`${server.url}/api/mock/id-token?userId=${userId}`);
  const { idToken } = (await tokenAnswer.json()) as { idToken: string };
  const call = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const request = { method: "POST", headers: { "X-Line-Id-Token": idToken, ...headers }, body };
    const answer = await fetch(`${server.url}/api${path}`, request);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { fileName: string };
  };
  const upload = async (shade: number) => {
    const form = new FormData();
    form.append("file", new Blob([makePng(90, 120, shade)]), "me.png");
    return (await call("/file/tempUpload", form)).fileName;
  };
  const photoNameList = [await upload(170), await upload(90)];
  const body = { ...base, account: userId, password: userId, nickname, photoNameList, ...profile };
  await call("/user-profile", JSON.stringify(body), { "Content-Type": "application/json" });
  await server.run("review", "approve", userId);
  return { userId, nickname };
}

/** Opens the app as this member, on a device of their own. */
export async function openAs(
  browser: Browser,
  server: TestServer,
  { userId }: Member,
  path = "/",
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { context, page } = await openDevice(browser, options);
  await context.addInitScript((id) => {
    localStorage.setItem("enmusubi:mockUserId", id);
  }, userId);
  await page.goto(`${server.url}${path}`);
  return page;
}
