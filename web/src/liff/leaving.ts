/** The calls of LINE's SDK for a person who deletes the account. The deletion dialog loads this file. */
import CloseWindow from "@line/liff/close-window";
import GetAccessToken from "@line/liff/get-access-token";
import { isMocked } from "./liff";
import { type SdkModule, sdk } from "./sdk";

const modules: SdkModule[] = [new CloseWindow(), new GetAccessToken()];
for (const module of modules) {
  if (!(module.name in sdk)) sdk.use(module);
}

/**
 * Returns LINE's access token, or null if LINE gave none. With the token, our server revokes the permissions that the
 * person gave the app in LINE.
 */
export function getAccessToken(): string | null {
  return isMocked() ? null : sdk.getAccessToken();
}

export function closeWindow(): void {
  sdk.closeWindow();
}
