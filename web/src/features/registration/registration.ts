/** Opens the form of a new profile: its draft, its picked files, and its outbox. */
import type { Core, ProfileDraft } from "#/core/core";
import { AnswersStore, type AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { scopeOfNewcomer } from "#/profile-form/answers/page-table";
import { countSlots } from "#/profile-form/files/photo-list";
import { loadPhotos } from "#/profile-form/files/photo-storage";
import { PhotoStore } from "#/profile-form/files/photo-store";
import type { FormError } from "#/profile-form/form-error";
import { deleteRecords, displaceOthers } from "#/storage/delete-records";
import {
  DraftRepository,
  emptyForm,
  type FoundDraft,
  loadForm,
  putDraftAside,
  saveForm,
} from "./draft/draft-repository";
import { Outbox, type Submission } from "./outbox/outbox";

export interface Registration {
  store: AnswersWithFiles;
  repository: DraftRepository;
  outbox: Outbox;
  found: FoundDraft;
}

export type RegistrationPorts = Omit<Submission, "kind" | "onFinished">;

interface Opening {
  core: Core;
  userId: string;
  ports: RegistrationPorts;
  /** Returns errors that core cannot find, such as a work mailbox without a confirmation. */
  checkMore?: (draft: ProfileDraft) => readonly FormError[];
}

export async function openRegistration(opening: Opening): Promise<Registration> {
  const { core, userId, ports, checkMore } = opening;
  void displaceOthers(userId);
  const loaded = loadForm(core, userId);
  if (loaded.found === "unreadable") putDraftAside(userId);
  const repository = new DraftRepository(userId, loaded);
  const files = new PhotoStore(userId, await loadPhotos(userId, countSlots(core)));
  const store = new AnswersStore(core, loaded, {
    scope: scopeOfNewcomer(),
    repository,
    files,
    ...(checkMore ? { checkMore } : {}),
  });
  const outbox = makeOutbox(store, repository, ports);
  return { store, repository, outbox, found: loaded.found ?? "none" };
}

export function makeOutbox(
  store: AnswersWithFiles,
  repository: DraftRepository,
  ports: RegistrationPorts,
): Outbox {
  return new Outbox(store, repository, {
    ...ports,
    kind: "registration",
    onFinished: () => {
      repository.close();
      store.stopSaving();
      void deleteRecords(store.files.account, "profileAccepted");
    },
  });
}

/** Deletes answers and files, keeps the consent, and stores an empty form with a new idempotency key. */
export async function startOver({ store, repository }: Registration): Promise<void> {
  const { core } = store;
  const userId = store.files.account;
  repository.close();
  store.stopSaving();
  const areDeleted = deleteRecords(userId, "startedOver");
  saveForm(userId, { ...emptyForm(core, userId), consent: repository.consent });
  await areDeleted;
}
