import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { AvatarEditor } from "./avatar-editor";
import { PhotoStrip } from "./photo-strip";

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("profile");
});

const signature = "?exp=1790000000&sig=abc";
const photo = (fileId: string) => ({
  fileId,
  url: `/api/file/fetch/${fileId}${signature}`,
  thumbhash: "",
  width: 2048,
  height: 1536,
});

it("requests each photo at 3:4 and in the size in which it is drawn, with its own signature", () => {
  render(
    <I18nProvider i18n={i18n}>
      <PhotoStrip photos={[photo("a.jpg"), photo("b.jpg")]} />
    </I18nProvider>,
  );
  const [first, second] = screen.getAllByRole<HTMLImageElement>("img");
  const at = (size: string, fileId: string) =>
    `/_ipx/f_webp,fit_cover,q_80,s_${size}/${fileId}${signature}`;
  expect(first?.getAttribute("srcset")).toBe(
    `${at("480x640", "a.jpg")} 1x, ${at("960x1280", "a.jpg")} 2x`,
  );
  expect(second?.getAttribute("srcset")).toBe(
    `${at("240x320", "b.jpg")} 1x, ${at("480x640", "b.jpg")} 2x`,
  );
  for (const photo of [first, second]) expect(photo?.className).toContain("aspect-3/4");
});

it.each([
  [photo("a.jpg").url, `/_ipx/f_webp,fit_cover,q_80,s_144x144/a.jpg${signature} 2x`],
  ["https://profile.line-scdn.net/0h", null],
])(
  "requests the avatar at %s in the size in which it is drawn, if the image proxy can resize it",
  (url, offered) => {
    const { container } = render(
      <I18nProvider i18n={i18n}>
        <AvatarEditor nickname="Mei" url={url} onChanged={() => undefined} />
      </I18nProvider>,
    );
    const srcSet = container.querySelector("img")?.getAttribute("srcset") ?? null;
    expect(srcSet?.split(", ")[1] ?? null).toBe(offered);
  },
);
