/** LINE's pluggable SDK, with the modules that the start-up and the first screens call. */
import liff from "@line/liff/core";
import GetAppLanguage from "@line/liff/get-app-language";
import GetFriendship from "@line/liff/get-friendship";
import GetIdToken from "@line/liff/get-id-token";
import GetProfile from "@line/liff/get-profile";
import I18n from "@line/liff/i18n";
import IsInClient from "@line/liff/is-in-client";
import IsLoggedIn from "@line/liff/is-logged-in";
import Login from "@line/liff/login";
import Logout from "@line/liff/logout";
import OpenWindow from "@line/liff/open-window";
import { surfaceOf } from "#/lib/surface";

export type SdkModule = Parameters<typeof liff.use>[0];

/**
 * These modules are 25 kB gzipped, and the whole SDK is 34.6 kB. `whole-sdk.ts` adds the other modules. The app never
 * adds the module of legacy extensions, because `init` would then wait for a script of another host that the app does
 * not need.
 */
const firstModules: SdkModule[] = [
  new IsInClient(),
  new IsLoggedIn(),
  new Login(),
  new Logout(),
  new GetProfile(),
  new GetFriendship(),
  new GetIdToken(),
  new GetAppLanguage(),
  new OpenWindow(),
];
for (const module of firstModules) liff.use(module);

/**
 * The module I18n makes `init` fetch the SDK's own sentences with two calls, one after the other. The SDK shows the
 * sentences in a hint in browsers on Android, where `init` throws INIT_FAILED without the module. Inside LINE the SDK
 * shows no hint, so the app leaves out the module there.
 */
if (surfaceOf(navigator.userAgent) !== "liff") liff.use(new I18n());

export const sdk = liff;

/** The version of the real SDK, read before the mock replaces `getVersion()`. */
export const sdkVersion = liff.getVersion();
