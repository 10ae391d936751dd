/** A deployment as the unit tests know it. */
import type { PublicConfig } from "./config";

export const testConfig: PublicConfig = {
  lineBotId: "@bot",
  liffId: "1234567890-abcdefgh",
  mockEnable: false,
  apiServerPath: "/api",
  buildId: "x",
};
