/** What must not be lost though it is not this person's, or not this build's to read. */
import {
  readJson,
  readText,
  removeStored,
  type StorageKey,
  writeJson,
  writeText,
} from "../../../storage/local";
import { hasRecord } from "../../../storage/records";

/** The registration of another LINE user on this device, or their answer to a reviewer. */
interface Aside {
  userId: string;
  texts: Partial<Record<StorageKey, string>>;
}

/** All that belongs to what is not finished; the pictures lie under their LINE user. */
const keys = [
  "registerForm",
  "registerPage",
  "profilePhotos",
  "outbox",
  "workEmail",
  "resubmission",
] as const;

/** A phone that is handed around has few owners. */
const mostAside = 2;

/** Puts away what another LINE user left here, and brings back what this one left before. */
export function makeRoomFor(userId: string): void {
  const owner = ownerOfDraft();
  const others = listAside();
  const own = others.find((aside) => aside.userId === userId);
  if (owner !== null && owner !== userId) {
    const texts = Object.fromEntries(
      keys.flatMap((key) => {
        const text = readText(key);
        return text === null ? [] : [[key, text]];
      }),
    );
    for (const key of keys) removeStored(key);
    others.unshift({ userId: owner, texts });
  } else if (owner === userId || !own) {
    return;
  }
  if (own) for (const key of keys) restore(key, own.texts[key]);
  keep(others.filter((aside) => aside !== own).slice(0, mostAside));
}

/** Forgets what this LINE user left, who does not need it any more. */
export function forgetAside(userId: string): void {
  keep(listAside().filter((aside) => aside.userId !== userId));
}

/** The same for who is registered by now, and may have been answering a reviewer. */
export function forgetFormAside(userId: string): void {
  const isNeeded = ({ userId: owner }: Aside) =>
    owner !== userId || hasRecord(owner, "resubmission");
  keep(listAside().filter(isNeeded));
}

/** Whose files must stay although they are not this person's. */
export function usersAside(): string[] {
  return listAside().map(({ userId }) => userId);
}

/** Keeps a draft that this build cannot read; one that was kept before gives way. */
export function putUnreadAside(): void {
  const text = readText("registerForm");
  if (text === null) return;
  writeText("registerFormUnread", text);
  for (const key of ["registerForm", "registerPage", "outbox"] as const) removeStored(key);
}

function keep(others: readonly Aside[]): void {
  if (others.length > 0) writeJson("registerFormAside", others);
  else removeStored("registerFormAside");
}

function restore(key: StorageKey, text: string | undefined): void {
  if (text !== undefined) writeText(key, text);
}

/** The LINE user whose draft or answers are stored; null where there are none that can be read. */
function ownerOfDraft(): string | null {
  const draft = readJson("registerForm") as { account?: unknown } | null;
  if (typeof draft?.account === "string") return draft.account;
  const files = readJson("profilePhotos") as { userId?: unknown } | null;
  return typeof files?.userId === "string" ? files.userId : null;
}

function listAside(): Aside[] {
  const kept = readJson("registerFormAside");
  if (!Array.isArray(kept)) return [];
  return kept.filter((aside) => typeof aside?.userId === "string" && aside.texts);
}
