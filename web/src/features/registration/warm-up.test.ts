import { beforeEach, expect, it, vi } from "vitest";
import type { Core } from "../../core/core";
import { prefetchOtherLanguages } from "../../i18n/load";
import { preloadIcons } from "../../icons/preload";
import { prefetchAllowed } from "../../lib/prefetch-allowed";
import { bringPrivacyPolicy } from "./draft/privacy-policy";
import { bringVerificationPage } from "./pages/verification-part";
import { warmPictures } from "./photos/warm-pictures";
import { warmUp } from "./warm-up";

vi.mock(import("../../i18n/load"));
vi.mock(import("../../icons/preload"));
vi.mock(import("../../lib/idle"));
vi.mock(import("../../lib/prefetch-allowed"));
vi.mock(import("./draft/privacy-policy"));
vi.mock(import("./form/formats"), () => ({ firstFormats: [] }));
vi.mock(import("./pages/verification-part"));
vi.mock(import("./photos/warm-pictures"));

const core = { employers: () => [], checkProfile: vi.fn() } as unknown as Core;
const loadNextPage = vi.fn(async () => undefined);
const loaders = [
  loadNextPage,
  preloadIcons,
  prefetchOtherLanguages,
  bringPrivacyPolicy,
  bringVerificationPage,
  warmPictures,
];

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(preloadIcons).mockResolvedValue(true);
  vi.mocked(prefetchOtherLanguages).mockResolvedValue(true);
  vi.mocked(warmPictures).mockResolvedValue();
  vi.mocked(bringPrivacyPolicy).mockResolvedValue(vi.fn());
  vi.mocked(bringVerificationPage).mockResolvedValue(vi.fn());
});

it("loads the later parts of the form ahead", async () => {
  vi.mocked(prefetchAllowed).mockReturnValue(true);
  await warmUp(core, loadNextPage);
  for (const load of loaders) expect(load).toHaveBeenCalled();
});

it("loads nothing ahead if prefetching is not allowed", async () => {
  vi.mocked(prefetchAllowed).mockReturnValue(false);
  await warmUp(core, loadNextPage);
  for (const load of loaders) expect(load).not.toHaveBeenCalled();
  // The first call of the rules needs no network, and is slow.
  expect(core.checkProfile).toHaveBeenCalledTimes(1);
});
