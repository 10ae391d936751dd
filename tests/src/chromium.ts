/** How Chromium is started from TypeScript: with the flags that chromedriver is given too. */
import webdriver from "../../wasm/webdriver.json";

export const launchOptions = {
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: webdriver["goog:chromeOptions"].args,
};
