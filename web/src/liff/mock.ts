/** Replaces LIFF on a developer's machine. The user is invented; the server in mock mode signs the ID tokens. */
import { type LiffMockApi, LiffMockPlugin } from "@line/liff-mock";
import createClient from "openapi-fetch";
import type { paths } from "#/api/schema";
import type { PublicConfig } from "#/lib/config";
import { readText, writeText } from "#/storage/local";
import { type SdkModule, sdk } from "./sdk";

function makeUserId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `U${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the id of this browser's invented user, which the dev page can replace. */
function mockUserId(): string {
  const known = readText("mockUserId");
  if (known) return known;
  const userId = makeUserId();
  writeText("mockUserId", userId);
  return userId;
}

type MockedSdk = Omit<typeof sdk, "init"> & {
  init(config: { liffId: string; mock: true }): Promise<void>;
  $mock: LiffMockApi;
};

function isMockFriend(): boolean {
  return readText("mockIsFriend") !== "false";
}

export async function installMock(config: PublicConfig) {
  const userId = mockUserId();
  // The plug-in's type requires the whole SDK, but the plug-in calls only `isInClient`.
  sdk.use(new LiffMockPlugin() as unknown as SdkModule);
  const mocked = sdk as unknown as MockedSdk;
  await mocked.init({ liffId: config.liffId, mock: true });
  mocked.$mock.set((values) => ({
    ...values,
    getProfile: { userId, displayName: "Mock", statusMessage: "" },
    isLoggedIn: true,
    // The mock claims to be inside LINE, so that a developer can try every flow in a browser.
    isInClient: true,
  }));
  mocked.login();
  return { idToken: () => fetchIdToken(config, userId), isFriend: isMockFriend };
}

async function fetchIdToken(config: PublicConfig, userId: string): Promise<string> {
  const client = createClient<paths>({ baseUrl: config.apiServerPath });
  const { data } = await client.GET("/mock/id-token", { params: { query: { userId } } });
  if (!data) throw new Error("the server signed no ID token for the mock");
  return data.idToken;
}
