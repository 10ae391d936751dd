/** What LINE's SDK does for someone who goes: the modules are loaded with the dialog that asks. */
import CloseWindow from "@line/liff/close-window";
import GetAccessToken from "@line/liff/get-access-token";
import { isMocked } from "./liff";
import { type SdkModule, sdk } from "./sdk";

const modules: SdkModule[] = [new CloseWindow(), new GetAccessToken()];
for (const module of modules) {
  if (!(module.name in sdk)) sdk.use(module);
}

/** With it our server tells LINE to forget what the person allowed; null where LINE gave none. */
export function getAccessToken(): string | null {
  return isMocked() ? null : sdk.getAccessToken();
}

/** Closes the mini-app. */
export function closeWindow(): void {
  sdk.closeWindow();
}
