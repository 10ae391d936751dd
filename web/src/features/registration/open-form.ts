/** Brings together what a new registration needs: draft, picked files, and the outbox. */
import type { Core, ProfileDraft } from "../../core/core";
import { makeRoomFor, putUnreadAside } from "./draft/aside";
import { DraftKeeper } from "./draft/draft-keeper";
import { emptyForm, type FoundDraft, loadForm } from "./draft/draft-storage";
import { forgetForm } from "./draft/forget-form";
import type { FormError } from "./form/form-errors";
import { FormStore } from "./form/form-store";
import { Outbox } from "./outbox/outbox";
import { removeEntry } from "./outbox/outbox-entry";
import type { OutboxPorts } from "./outbox/send-form";
import { countSlots } from "./photos/photo-list";
import { clearPhotos, loadPhotos } from "./photos/photo-storage";
import { forgetWorkEmail } from "./work-email/work-email-storage";

/** A registration that is being filled in or sent. */
export interface OpenedForm {
  store: FormStore;
  keeper: DraftKeeper;
  outbox: Outbox;
  found: FoundDraft;
}

/** What the outbox needs of the network, and of the time. */
export type FormPorts = Omit<OutboxPorts, "readAgain" | "forgetForm">;

interface Opening {
  core: Core;
  userId: string;
  ports: FormPorts;
  /** What can be told of a draft besides the core's rules. */
  checkMore?: (draft: ProfileDraft) => readonly FormError[];
}

/** The form of this LINE user as it was left, or an empty one. */
export async function openForm({ core, userId, ports, checkMore }: Opening): Promise<OpenedForm> {
  makeRoomFor(userId);
  const loaded = loadForm(core, userId);
  if (loaded.found === "unreadable") putUnreadAside();
  const keeper = new DraftKeeper(core, loaded);
  const photos = await loadPhotos(userId, countSlots(core));
  const store = new FormStore(core, userId, loaded, photos, {
    keeping: keeper,
    ...(checkMore ? { checkMore } : {}),
  });
  const outbox = outboxOf(store, keeper, ports);
  return { store, keeper, outbox, found: loaded.found ?? "none" };
}

/** The outbox of a form that is kept by `keeper`. */
export function outboxOf(store: FormStore, keeper: DraftKeeper, ports: FormPorts): Outbox {
  return new Outbox(store, {
    ...ports,
    readAgain: () => {
      keeper.readAgain();
    },
    forgetForm: () => {
      keeper.end();
      void forgetForm(store.userId);
    },
  });
}

/** Forgets answers and files, and keeps the consent; the next form has a key of its own. */
export async function startOver({ store, keeper }: OpenedForm): Promise<void> {
  const { core, userId } = store;
  keeper.end();
  removeEntry();
  forgetWorkEmail();
  keeper.storeInstead(emptyForm(core, userId));
  await clearPhotos(userId);
}
