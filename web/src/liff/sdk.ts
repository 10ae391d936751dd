/** LINE's SDK in its pluggable form, with the modules that the start-up and the first screens call. */
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
import { surfaceOf } from "./surface";

export type SdkModule = Parameters<typeof liff.use>[0];

/**
 * The whole SDK is 34.6 kB gzipped, this is 25; the other modules are in `whole-sdk.ts`. The module of
 * legacy extensions is left out: it makes `init` wait for a script of another host, for calls that no
 * one makes.
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
 * `init` fetches the SDK's own sentences, two calls one after the other, for a hint that it shows in
 * browsers on Android and never inside LINE. Without the module the hint would throw INIT_FAILED.
 */
if (surfaceOf(navigator.userAgent) !== "liff") liff.use(new I18n());

export const sdk = liff;

/** Told before a mock makes one up. */
export const sdkVersion = liff.getVersion();
