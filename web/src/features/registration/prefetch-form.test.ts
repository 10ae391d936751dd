import { beforeEach, expect, it, vi } from "vitest";
import type { Core } from "#/core/core";
import { preloadPrivacyPolicy } from "#/features/policy/privacy-policy";
import { prefetchOtherLanguages } from "#/i18n/load";
import { prefetchAllowed } from "#/lib/prefetch-allowed";
import { preloadLogos } from "#/logos/preload";
import { preloadVerificationPage } from "#/profile-form/pages/pages";
import { preloadPhotos } from "#/profile-form/photos/photo-actions";
import { prefetchForm } from "./prefetch";

vi.mock(import("#/i18n/load"));
vi.mock(import("#/lib/idle"));
vi.mock(import("#/lib/prefetch-allowed"));
vi.mock(import("#/logos/preload"));
vi.mock(import("#/features/policy/privacy-policy"));
vi.mock(import("#/profile-form/answers/formats"), () => ({ firstFormats: [] }));
vi.mock(import("#/profile-form/pages/pages"));
vi.mock(import("#/profile-form/photos/photo-actions"));

const core = { employers: () => [], checkProfile: vi.fn() } as unknown as Core;
const loadNextPage = vi.fn(async () => undefined);
const loaders = [
  loadNextPage,
  preloadLogos,
  prefetchOtherLanguages,
  preloadPrivacyPolicy,
  preloadVerificationPage,
  preloadPhotos,
];

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(preloadLogos).mockResolvedValue(true);
  vi.mocked(prefetchOtherLanguages).mockResolvedValue(true);
  vi.mocked(preloadPhotos).mockResolvedValue();
  vi.mocked(preloadPrivacyPolicy).mockResolvedValue(vi.fn());
  vi.mocked(preloadVerificationPage).mockResolvedValue(vi.fn());
});

it("loads the later parts of the form ahead", async () => {
  vi.mocked(prefetchAllowed).mockReturnValue(true);
  await prefetchForm(core, loadNextPage);
  for (const load of loaders) expect(load).toHaveBeenCalled();
});

it("loads nothing ahead if prefetching is not allowed", async () => {
  vi.mocked(prefetchAllowed).mockReturnValue(false);
  await prefetchForm(core, loadNextPage);
  for (const load of loaders) expect(load).not.toHaveBeenCalled();
  // The first call of the rules needs no network, and is slow.
  expect(core.checkProfile).toHaveBeenCalledTimes(1);
});
