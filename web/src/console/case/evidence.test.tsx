import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { EvidenceFile } from "#/api/review-cases";
import { refuseCase } from "#/console/console.testing";
import { activateConsole } from "#/i18n/load-console";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { claimOf, inMinutes } from "#/testing/mock/cases";
import { EvidenceList } from "./evidence";

const photo: EvidenceFile = {
  id: "photoNameList[0]",
  field: "photoNameList",
  label: "Photo 1",
  isPdf: false,
  thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
  isChanged: false,
  isOfTheDecision: true,
};
const document1: EvidenceFile = {
  ...photo,
  id: "verifyTempFileName",
  field: "verifyTempFileName",
  label: "Document",
  isPdf: true,
  thumbhash: "",
};

const letter: EvidenceFile = { ...document1, id: "letter", label: "Letter", isPdf: false };

const bytes = (type: string) => () =>
  new HttpResponse("bytes", { headers: { "Content-Type": type } }) as never;
const server = startFakeServer([api.post("/review/cases/{caseId}/evidence", bytes("image/jpeg"))]);
const revoked = vi.fn();
const created = vi.fn<(blob: Blob) => string>();
const onLost = vi.fn();

beforeAll(() => activateConsole("en"));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let n = 0;
  created.mockReset().mockImplementation(() => `blob:${++n}`);
  revoked.mockReset();
  onLost.mockReset();
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => created(blob as Blob));
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(revoked);
  Element.prototype.scrollIntoView = vi.fn();
  render(
    <I18nProvider i18n={i18n}>
      <EvidenceList claim={claimOf()} files={[photo, document1, letter]} onLost={onLost} />
    </I18nProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const show = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));

it("fetches nothing before the reviewer opens a file", () => {
  expect(server.paths()).toEqual([]);
  expect(screen.queryByRole("img", { name: "Photo 1" })).toBeNull();
});

it("shows a photo blurred and grey before that, and a PDF as a grey tile", () => {
  const blurred = screen.getByRole("button", { name: /Show Photo 1/ }).querySelector("img");
  expect(blurred?.src).toMatch(/^data:image\/png;base64,/);
  expect(blurred?.className).toContain("grayscale");
  expect(screen.getByRole("button", { name: /Show Document/ }).querySelector("img")).toBeNull();
});

it("hides an open file after 20 seconds, and fetches it again for each opening", async () => {
  show(/Show Photo 1/);
  const image = await screen.findByRole<HTMLImageElement>("img", { name: "Photo 1" });
  expect(image.src).toBe("blob:1");
  expect(await server.requests[0]?.json()).toEqual({ fence: 3, file: "photoNameList[0]" });
  await act(() => vi.advanceTimersByTimeAsync(19_000));
  expect(screen.queryByRole("img", { name: "Photo 1" })).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(screen.queryByRole("img", { name: "Photo 1" })).toBeNull();
  expect(revoked).toHaveBeenCalledWith("blob:1");
  show(/Show Photo 1/);
  expect((await screen.findByRole<HTMLImageElement>("img", { name: "Photo 1" })).src).toBe(
    "blob:2",
  );
  expect(server.paths()).toHaveLength(2);
});

it("shows and hides a file with the key on its tile", async () => {
  fireEvent.keyDown(document.body, { key: "1" });
  await screen.findByRole("img", { name: "Photo 1" });
  fireEvent.keyDown(document.body, { key: "1" });
  expect(screen.queryByRole("img", { name: "Photo 1" })).toBeNull();
  expect(revoked).toHaveBeenCalledTimes(1);
});

it("opens a PDF in a tab of its own, as nothing but a PDF", async () => {
  server.use(api.post("/review/cases/{caseId}/evidence", bytes("text/html")));
  show(/Show Document/);
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Open the PDF" });
  expect(link.target).toBe("_blank");
  expect(link.rel).toBe("noopener noreferrer");
  expect(created.mock.calls[0]?.[0].type).toBe("application/pdf");
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Download" }).download).toBe(
    "verifyTempFileName.pdf",
  );
});

it("shows bytes of an unknown type as a picture, which runs nothing", async () => {
  server.use(api.post("/review/cases/{caseId}/evidence", bytes("image/svg+xml")));
  show(/Show Photo 1/);
  await screen.findByRole("img", { name: "Photo 1" });
  expect(created.mock.calls[0]?.[0].type).toBe("image/jpeg");
});

it("says beside the file why it did not open", async () => {
  server.use(api.post("/review/cases/{caseId}/evidence", refuse(503, "E503")));
  show(/Show Photo 1/);
  expect((await screen.findByRole("alert")).textContent).toMatch(/very busy/);
});

it.each([
  ["openings", /as many photos and documents as an hour allows/],
  ["another limit", /too many tries/],
])("says which limit refused the file: %s", async (path, words) => {
  const fields = [{ path, code: "too_many" as const, params: { max: 240 } }];
  server.use(api.post("/review/cases/{caseId}/evidence", refuse(429, "E005", { fields })));
  show(/Show Photo 1/);
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
});

it("reports the reviewer who has the case now", async () => {
  const refused = refuseCase({ holder: "Mei", leaseUntil: inMinutes(9) });
  server.use(api.post("/review/cases/{caseId}/evidence", refused));
  show(/Show Photo 1/);
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1));
  expect(onLost.mock.calls[0]?.[0]).toMatchObject({ holder: "Mei" });
});

it("shows a document at a size at which it can be read, and lets the keyboard scroll it", async () => {
  show(/Letter/);
  const region = await screen.findByRole("region", { name: "Letter" });
  expect(region.tabIndex).toBe(0);
  expect(within(region).getByRole("img", { name: "Letter" })).toBeDefined();
});
