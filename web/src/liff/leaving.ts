/** The calls of LINE's SDK for a person who leaves the app, loaded with the dialog for that. */
import CloseWindow from "@line/liff/close-window";
import GetAccessToken from "@line/liff/get-access-token";
import { isMocked } from "./liff";
import { type SdkModule, sdk } from "./sdk";

const modules: SdkModule[] = [new CloseWindow(), new GetAccessToken()];
for (const module of modules) {
  if (!(module.name in sdk)) sdk.use(module);
}

/**
 * Returns LINE's access token, with which our server withdraws at LINE the permissions that the person
 * gave the app; null if LINE gave no token.
 */
export function getAccessToken(): string | null {
  return isMocked() ? null : sdk.getAccessToken();
}

/** Closes the mini-app. */
export function closeWindow(): void {
  sdk.closeWindow();
}
