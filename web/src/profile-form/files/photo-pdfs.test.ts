import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PreparePicture } from "#/pictures/prepare";
import { pictureFile } from "#/profile-form/made-up.testing";
import { fileAt } from "./photo-list";
import { bytesAt, clearDevice, openStore, preparing, rejecting, reopen } from "./photos.testing";

beforeEach(clearDevice);
afterEach(() => vi.restoreAllMocks());

describe("a PDF that needed a network", () => {
  const pdf = () => new File(["%PDF"], "card.pdf");

  /** Picks a PDF without a network, and opens the form again. */
  async function reopenWithPdf() {
    const offline = openStore(rejecting("pdf_offline"));
    await offline.replaceFile("document", pdf());
    expect(offline.errors()).toMatchObject([{ code: "pdf_offline" }]);
    const network = { isThere: false };
    const prepare = vi.fn<PreparePicture>((file, options) =>
      network.isThere ? preparing(file, options) : rejecting("pdf_offline")(file, options),
    );
    const store = await reopen(prepare);
    await vi.waitFor(() => expect(prepare).toHaveBeenCalledOnce());
    await store.untilReady("document");
    return { store, prepare, network };
  }

  test("keeps its bytes, and is drawn once there is one, also after a restart", async () => {
    const { store, prepare, network } = await reopenWithPdf();
    // More failures than the crashes that a file may cause.
    for (let n = 2; n < 5; n += 1) {
      window.dispatchEvent(new Event("online"));
      await vi.waitFor(() => expect(prepare).toHaveBeenCalledTimes(n));
      await vi.waitFor(() => expect(store.errors()).toMatchObject([{ code: "pdf_offline" }]));
    }
    network.isThere = true;
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(fileAt(store.photos, "document")?.status).toBe("ready"));
    expect(store.errors()).toEqual([]);
    expect(await bytesAt(store, "document")).toBe("small %PDF");
    expect(fileAt((await reopen()).photos, "document")?.problem).toBeUndefined();
  });

  test("is drawn when the person puts it back", async () => {
    const { store, network } = await reopenWithPdf();
    const removal = store.removeFile("document");
    network.isThere = true;
    removal?.undo();
    await vi.waitFor(() => expect(fileAt(store.photos, "document")?.status).toBe("ready"));
  });

  test("does not replace a document, and nothing says that it is tried again", async () => {
    const store = openStore();
    await store.replaceFile("document", pictureFile("badge.jpg"));
    const withoutNetwork = await reopen(rejecting("pdf_offline"));
    const onRejected = vi.fn<(event: unknown) => void>();
    withoutNetwork.onReplacementRejected(onRejected);
    await withoutNetwork.replaceFile("document", pdf());
    const event = { slot: "document", problem: "pdf_needs_network" };
    expect(onRejected).toHaveBeenCalledExactlyOnceWith(event);
    expect(fileAt(withoutNetwork.photos, "document")?.label).toBe("badge.jpg");
  });
});
