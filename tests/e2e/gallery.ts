/** Takes the pictures of the gallery. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { waitForAnimations } from "./browser";
import { englishWords, type Language, messagesOf } from "./messages";

const folder = join(import.meta.dirname, "screenshots");
const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
export const locales: Record<Language, string> = { en: "en-US", "zh-TW": "zh-TW", ja: "ja-JP" };

/** Takes a picture in both sizes, and prints English words and anything wider than the screen. */
export async function shoot(
  page: Page,
  prefix: string,
  name: string,
  part?: Locator,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.waitForLoadState("networkidle");
  for (const [device, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await waitForAnimations(page.locator("html"));
    const path = join(folder, `${prefix}-${name}-${device}.png`);
    const { scrollWidth, scrollHeight } = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight };
    });
    if (scrollWidth > size.width)
      console.log(`${prefix}-${name}-${device}: ${scrollWidth} px wide`);
    // The screen is as high as the page, so that the bar is at its end. A dialog covers the usual screen.
    if (!part) await page.setViewportSize({ ...size, height: Math.max(size.height, scrollHeight) });
    await page.screenshot({ path });
  }
  await page.setViewportSize(sizes.phone);
  if (prefix.startsWith("en")) return;
  const words = await englishWords(part ?? page.locator("body"));
  if (words.length > 0) console.log(`${prefix}-${name}: ${[...new Set(words)].join(" ")}`);
}

/** Returns the steps that each picture of a page needs; the name of each picture begins with the prefix. */
export async function galleryOf(page: Page, language: Language, prefix: string) {
  const messages = await messagesOf(language);
  const t = (id: string, values: Record<string, string> = {}) =>
    (messages[id] ?? id).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  return {
    t,
    /** The button with this message. */
    button: (id: string, values?: Record<string, string>) =>
      page.getByRole("button", { name: t(id, values), exact: true }),
    take: (name: string, part?: Locator) => shoot(page, prefix, name, part),
  };
}
