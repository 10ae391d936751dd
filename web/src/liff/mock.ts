/** LIFF on a developer's machine: a made-up user whose ID tokens the server's mock signs. */
import { type LiffMockApi, LiffMockPlugin } from "@line/liff-mock";
import type { PublicConfig } from "../lib/config";
import { readText, writeText } from "../storage/local";
import { type SdkModule, sdk } from "./sdk";

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
type MockedSdk = Omit<typeof sdk, "init"> & {
  init(config: { liffId: string; mock: true }): Promise<void>;
  $mock: LiffMockApi;
};

/** Whether the made-up user has the official account as a friend: until the dev page says no. */
export function isMockFriend(): boolean {
  return readText("mockIsFriend") !== "false";
}

/** Puts the mock in front of the SDK and logs its user in. */
export async function installMock(config: PublicConfig) {
  const userId = mockUserId();
  // The plug-in is typed for the whole SDK; of what it is given it calls `isInClient` alone.
  sdk.use(new LiffMockPlugin() as unknown as SdkModule);
  const mocked = sdk as unknown as MockedSdk;
  await mocked.init({ liffId: config.liffId, mock: true });
  mocked.$mock.set((values) => ({
    ...values,
    getProfile: { userId, displayName: "Mock", statusMessage: "" },
    isLoggedIn: true,
    // Made up as well, so that every flow can be tried.
    isInClient: true,
  }));
  mocked.login();
  return { idToken: () => fetchIdToken(config, userId), isFriend: isMockFriend };
}

async function fetchIdToken(config: PublicConfig, userId: string): Promise<string> {
  const answer = await fetch(`${config.apiServerPath}/mock/id-token?userId=${userId}`);
  const { idToken } = (await answer.json()) as { idToken: string };
  return idToken;
}
