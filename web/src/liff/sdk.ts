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
 * The whole SDK is 34.6 kB gzipped, and these modules are 25 kB; `whole-sdk.ts` has the others. The
 * module of legacy extensions is left out: it makes `init` wait for a script of another host, for calls
 * that the app does not make.
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
 * With this module `init` fetches the SDK's own sentences, in two calls one after the other, for a hint
 * that it shows in browsers on Android and never inside LINE. There the hint would throw INIT_FAILED
 * without the module.
 */
if (surfaceOf(navigator.userAgent) !== "liff") liff.use(new I18n());

export const sdk = liff;

/** Read before the mock replaces it. */
export const sdkVersion = liff.getVersion();
