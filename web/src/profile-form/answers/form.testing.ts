/** Test support for the form: a store over the real core, and the calls that send it. */
import type { Core, ProfileDraft } from "#/core/core";
import { sleep } from "#/lib/sleep";
import { emptyPhotoList } from "#/profile-form/files/photo-list";
import { PhotoStore } from "#/profile-form/files/photo-store";
import { pictureFile, userId } from "#/profile-form/made-up.testing";
import type { SendPorts } from "#/profile-form/send-form";
import { fileName } from "#/testing/mock/people";
import { type AnswersRepository, AnswersStore, type AnswersWithFiles } from "./answers-store";
import { type FormScope, wholeScope } from "./page-table";

/** Keeps nothing beyond the page. */
export const plainRepository: AnswersRepository = {
  saveForm: () => true,
  isDurable: true,
};

/** Returns the draft with which a form of a new profile opens. */
export function emptyDraft(core: Core): ProfileDraft {
  const schemaVersion = core.draftSchemaVersion() ?? 1;
  return { schemaVersion, account: userId, password: userId };
}

/** Returns a store with these answers and this number of photos. */
export async function storeWith(
  core: Core,
  draft: ProfileDraft,
  photos = 1,
  repository: AnswersRepository = plainRepository,
  scope: FormScope = wholeScope,
  loaded: ConstructorParameters<typeof AnswersStore>[1] = { draft: emptyDraft(core) },
): Promise<AnswersWithFiles> {
  // The files of tests are no pictures.
  const files = new PhotoStore(userId, emptyPhotoList(6), async (file) => ({ picture: file }));
  const store = new AnswersStore(core, loaded, { repository, scope, files });
  for (const [name, value] of Object.entries(draft)) {
    store.setField(name as keyof ProfileDraft, value as never);
  }
  const picked = Array.from({ length: photos }, (_, index) => pictureFile(`${index}.png`));
  await files.addPhotos(0, picked);
  return store;
}

/** The calls of a form that an outbox sends, or a single attempt. */
interface WorkingPorts extends Omit<SendPorts, "send"> {
  send(payload: object): Promise<unknown>;
  isStillNeeded(): Promise<boolean>;
}

/** Ports that succeed at once; a test replaces those that it is about. */
export function workingPorts(calls: string[] = []): WorkingPorts {
  let uploads = 0;
  return {
    requestToken: async () => void calls.push("ticket"),
    uploadTempFile: async (_file, purpose, onProgress) => {
      calls.push(`upload ${purpose}`);
      onProgress(1);
      uploads += 1;
      return { fileName: fileName(uploads.toString(16)) };
    },
    send: async () => void calls.push("create"),
    readFile: async () => new Blob(["bytes"], { type: "image/png" }),
    isStillNeeded: async () => {
      calls.push("status");
      return false;
    },
    // The wait of 500 ms before the form is sent is skipped; the waits between retries are real.
    wait: async (ms, signal) => {
      calls.push(`wait ${ms}`);
      if (ms !== 500) await sleep(ms, signal);
    },
  };
}
