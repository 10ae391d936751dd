/** The modules of LINE's SDK that only LINE's flows need. The pages that offer flows load this file. */
import CloseWindow from "@line/liff/close-window";
import CreateShortcut from "@line/liff/create-shortcut-on-home-screen";
import GetContext from "@line/liff/get-context";
import GetLineVersion from "@line/liff/get-line-version";
import GetOs from "@line/liff/get-os";
import IsApiAvailable from "@line/liff/is-api-available";
import IsSubWindow from "@line/liff/is-sub-window";
import PermanentLink from "@line/liff/permanent-link";
import Permission from "@line/liff/permission";
import ScanCodeV2 from "@line/liff/scan-code-v2";
import SendMessages from "@line/liff/send-messages";
import ShareTargetPicker from "@line/liff/share-target-picker";
import SubWindow from "@line/liff/sub-window";
import { type SdkModule, sdk } from "./sdk";

const modules: SdkModule[] = [
  new CloseWindow(),
  new CreateShortcut(),
  new GetContext(),
  new GetLineVersion(),
  new GetOs(),
  new IsApiAvailable(),
  new IsSubWindow(),
  new PermanentLink(),
  new Permission(),
  new ScanCodeV2(),
  new SendMessages(),
  new ShareTargetPicker(),
  new SubWindow(),
];

/**
 * The modules may be added before or after `init`, because only the modules I18n and Analytics take part in `init`. The
 * loop skips a module that the mock has replaced.
 */
for (const module of modules) {
  if (!(module.name in sdk)) sdk.use(module);
}

export const wholeSdk = sdk;
export type WholeSdk = typeof wholeSdk;
