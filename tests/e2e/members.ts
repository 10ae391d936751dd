/** Registers people by calls to the API, without a page. */
import { setTimeout as wait } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import base from "../vectors/base.json" with { type: "json" };
import type { LinePerson } from "./line";
import type { TestServer } from "./server";
import type { LineStage } from "./stage";

let nPeople = 0;

/** Returns a person who is new to the servers of this worker. */
export function newPerson(): LinePerson {
  nPeople += 1;
  return { userId: `U${String(nPeople).padStart(32, "0")}`, displayName: `Person ${nPeople}` };
}

/** Makes LINE's user a new person, and registers them as 小明. */
export const becomeMember = (stage: LineStage): Promise<LinePerson> => becomeMemberWith(stage, {});

/** Does the same with these answers in place of those of 小明. */
export async function becomeMemberWith(
  { line, server }: LineStage,
  answers: Record<string, unknown>,
): Promise<LinePerson> {
  const person = newPerson();
  await line.control({ person });
  const { idToken } = await line.launch();
  const call = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const request = { method: "POST", headers: { "X-Line-Id-Token": idToken, ...headers }, body };
    const answer = await fetch(`${server.url}/api${path}`, request);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { fileName: string };
  };
  const upload = new FormData();
  upload.append("file", new Blob([makePng(90, 120)]), "me.png");
  const { fileName } = await call("/file/tempUpload", upload);
  const { userId } = person;
  const photoNameList = [fileName];
  const profile = { ...base, account: userId, password: userId, photoNameList, ...answers };
  await call("/user-profile", JSON.stringify(profile), { "Content-Type": "application/json" });
  return person;
}

export interface Member {
  userId: string;
  nickname: string;
}

let nMembers = 0;

/** Approves a profile with a link, whose employer the reviewer names. */
export async function approve(server: TestServer, userId: string, ...flags: string[]) {
  await server.run("review", "approve", userId, "--employer-name", "A bakery", ...flags);
}

/** Registers a person of the mock, and lets a reviewer approve them. */
export async function registerMember(
  server: TestServer,
  nickname: string,
  profile: Record<string, unknown> = {},
): Promise<Member> {
  const member = await registerApplicant(server, nickname, profile);
  await approve(server, member.userId);
  return member;
}

/**
 * Registers two members who fit with this function, which also approves them, and waits until they are introduced.
 * Returns the second one.
 */
export async function introduceMembers<Person>(
  register: (answers: Record<string, unknown>) => Promise<Person>,
): Promise<Person> {
  await register({ gender: "MALE", matchGender: "FEMALE" });
  const second = await register({ gender: "FEMALE", matchGender: "MALE" });
  await wait(15_000);
  return second;
}

/** The proof of the employer: a picture of a document, or a mailbox at Google. Without one it is a link. */
type Proof = "document" | { mailbox: string };

/** Registers a person of the mock, who then waits for a reviewer. */
export async function registerApplicant(
  server: TestServer,
  nickname: string,
  profile: Record<string, unknown> = {},
  proof?: Proof,
): Promise<Member> {
  nMembers += 1;
  const userId = `Uabc${String(nMembers).padStart(29, "0")}`;
  const tokenAnswer = await fetch(`${server.url}/api/mock/id-token?userId=${userId}`);
  const { idToken } = (await tokenAnswer.json()) as { idToken: string };
  const call = async <Answer>(
    path: string,
    body: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const request = { method: "POST", headers: { "X-Line-Id-Token": idToken, ...headers }, body };
    const answer = await fetch(`${server.url}/api${path}`, request);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    return text && JSON.parse(text);
  };
  const upload = async (shade: number) => {
    const form = new FormData();
    form.append("file", new Blob([makePng(90, 120, shade)]), "me.png");
    return (await call<{ fileName: string }>("/file/tempUpload", form)).fileName;
  };
  const json = { "Content-Type": "application/json" };
  const prove = async (given: Proof) => {
    if (given === "document") {
      const form = new FormData();
      form.append("purpose", "document");
      form.append("file", new Blob([makePng(400, 1800, 220)]), "contract.png");
      const { fileName } = await call<{ fileName: string }>("/file/tempUpload", form);
      return { verifyMethod: "DOCUMENT", verifyTempFileName: fileName, reviewLink: "" };
    }
    const account = JSON.stringify({ account: userId });
    const { token } = await call<{ token: string }>("/user/registration", account, json);
    const bearer = { ...json, Authorization: `Bearer ${token}` };
    const email = JSON.stringify({ employerId: "google", email: given.mailbox });
    await call("/verification/work-email", email, bearer);
    const shown = await fetch(`${server.url}/api/mock/mails`);
    const code = /\b\d{6}\b/.exec(JSON.stringify(await shown.json()))?.[0];
    await call("/verification/work-email/confirm", JSON.stringify({ code }), bearer);
    return { verifyMethod: "WORK_EMAIL", employerId: "google", reviewLink: "" };
  };
  const photoNameList = [await upload(170), await upload(90)];
  const proven = proof ? await prove(proof) : {};
  const own = { account: userId, password: userId, nickname, photoNameList };
  const body = { ...base, ...own, ...proven, ...profile };
  await call("/user-profile", JSON.stringify(body), json);
  return { userId, nickname };
}

/** Makes a PNG of one colour. */
function makePng(width: number, height: number, shade = 170): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  size.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, shade)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const parts = [chunk("IHDR", size), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return Uint8Array.from(Buffer.concat([signature, ...parts]));
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
