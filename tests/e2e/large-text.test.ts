/** The form with the larger text that many people set on their phones. */
import { expect, type Page } from "@playwright/test";
import { openDevice, takeScreenshots } from "./browser";
import { fillForm } from "./form";
import { mockTest as test } from "./stage";

const sizes = ["150%", "200%"];

/** Returns the width of the page, and each box for digits and each button whose content is wider than itself. */
const findClipped = (page: Page) =>
  page.evaluate(() => {
    const isClipped = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    const boxes = document.querySelectorAll("input[inputmode=numeric], button");
    return {
      width: document.documentElement.scrollWidth,
      clipped: [...boxes]
        .filter((box) => !box.closest(".sr-only") && !box.classList.contains("sr-only"))
        .filter(isClipped)
        .map((box) => box.id || box.outerHTML),
    };
  });

test("at 150 % and 200 % text no page of the form scrolls sideways, and each box shows its whole value", async ({
  stage,
}) => {
  const { page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await fillForm(page, async (heading) => {
    for (const size of sizes) {
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      expect
        .soft(await findClipped(page), `${heading} at ${size}`)
        .toEqual({ width: 360, clipped: [] });
    }
    const name = heading.toLowerCase().replaceAll(" ", "-");
    await takeScreenshots(page, `large-text-${name}`);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "";
    });
  });
});
