/** Tells whether two versions of the answers are the same, without keeping either. */
import type { ProfileDraft } from "../../../core/core";
import { fileAt, type PhotoList, slotsToSend } from "../photos/photo-list";

/** Uploads get new names when they go up again, and are still the same pictures. */
export function fingerprintOf(draft: ProfileDraft, photos: PhotoList): string {
  const { photoNameList: _, verifyTempFileName: __, ...answers } = draft;
  const given = Object.entries(answers).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const files = slotsToSend(draft, photos).map((place) => fileAt(photos, place)?.key);
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash(JSON.stringify([sorted, files]));
}

/** FNV-1a: nobody has a reason to forge it, and it need not wait. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return (sum >>> 0).toString(16);
}
