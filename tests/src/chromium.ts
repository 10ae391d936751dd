/** The options for starting Chromium from TypeScript, with the same flags as for chromedriver. */
import webdriver from "../../wasm/webdriver.json" with { type: "json" };

export const launchOptions = {
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: webdriver["goog:chromeOptions"].args,
};
