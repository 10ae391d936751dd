/** Brings together what a new registration needs: draft, picked files, and the outbox. */
import type { Core, ProfileDraft } from "../../core/core";
import { makeRoomFor, putUnreadAside } from "./draft/aside";
import { DraftKeeper } from "./draft/draft-keeper";
import { emptyForm, type FoundDraft, loadForm } from "./draft/draft-storage";
import { forgetForm } from "./draft/forget-form";
import type { FormError } from "./form/form-errors";
import { FormStore } from "./form/form-store";
import { Outbox, type Submission } from "./outbox/outbox";
import { deleteOutboxEntry } from "./outbox/outbox-storage";
import { countSlots } from "./photos/picks";
import { clearPicks, loadPicks } from "./photos/stored-picks";
import { forgetWorkEmail } from "./work-email/work-email-record";

/** A registration that is being filled in or sent. */
export interface OpenedForm {
  store: FormStore;
  keeper: DraftKeeper;
  outbox: Outbox;
  found: FoundDraft;
}

/** The calls that a registration needs. */
export type FormPorts = Omit<Submission, "kind" | "onFinished">;

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
  const picks = await loadPicks(userId, countSlots(core));
  const store = new FormStore(core, userId, loaded, picks, {
    repository: keeper,
    ...(checkMore ? { checkMore } : {}),
  });
  const outbox = outboxOf(store, keeper, ports);
  return { store, keeper, outbox, found: loaded.found ?? "none" };
}

/** The outbox of a form that is kept by `keeper`. */
export function outboxOf(store: FormStore, keeper: DraftKeeper, ports: FormPorts): Outbox {
  return new Outbox(store, {
    ...ports,
    kind: "registration",
    onFinished: () => {
      keeper.end();
      void forgetForm(store.userId);
    },
  });
}

/** Forgets answers and files, and keeps the consent; the next form has a key of its own. */
export async function startOver({ store, keeper }: OpenedForm): Promise<void> {
  const { core, userId } = store;
  keeper.end();
  deleteOutboxEntry(userId);
  forgetWorkEmail();
  keeper.storeInstead(emptyForm(core, userId));
  await clearPicks(userId);
}
