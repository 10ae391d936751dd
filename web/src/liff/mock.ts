/** LIFF on a developer's machine: a made-up user whose ID tokens the server's mock signs. */
import liff from "@line/liff";
import { type LiffMockApi, LiffMockPlugin } from "@line/liff-mock";
import type { PublicConfig } from "../lib/config";
import { readText, writeText } from "../storage/local";

/** A made-up LINE user id: `U` and 32 hexadecimal digits. */
export function makeUserId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `U${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** The made-up user of this browser, until the dev page makes another. */
export function mockUserId(): string {
  const known = readText("mockUserId");
  if (known) return known;
  const userId = makeUserId();
  writeText("mockUserId", userId);
  return userId;
}

/** The SDK once the mock's plug-in is in. */
type MockedLiff = Omit<typeof liff, "init"> & {
  init(config: { liffId: string; mock: true }): Promise<void>;
  $mock: LiffMockApi;
};

/** Puts the mock in front of the SDK and logs its user in. */
export async function installMock(config: PublicConfig) {
  const userId = mockUserId();
  liff.use(new LiffMockPlugin());
  const mocked = liff as unknown as MockedLiff;
  await mocked.init({ liffId: config.liffId, mock: true });
  mocked.$mock.set((values) => ({
    ...values,
    getProfile: { userId, displayName: "Mock", statusMessage: "" },
    getFriendship: { friendFlag: true },
    isLoggedIn: true,
  }));
  mocked.login();
  return { idToken: () => fetchIdToken(config, userId) };
}

async function fetchIdToken(config: PublicConfig, userId: string): Promise<string> {
  const answer = await fetch(`${config.apiServerPath}/mock/id-token?userId=${userId}`);
  const { idToken } = (await answer.json()) as { idToken: string };
  return idToken;
}
