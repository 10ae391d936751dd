/** The deployment of the unit tests. */
import type { PublicConfig } from "./config";

export const testConfig: PublicConfig = {
  lineBotId: "@bot",
  liffId: "1234567890-abcdefgh",
  mockEnable: false,
  apiServerPath: "/api",
  buildId: "x",
};
