/** Deletes the account on the server, and then the person's data on this device. */
import { deleteUser } from "#/api/account";
import { hasCode } from "#/api/error";
import { getLiffUser } from "#/liff/liff";
import { asMember } from "#/person/identify-member";
import { clearSession } from "#/session/session";
import { deleteRecords } from "#/storage/delete-records";
import { removeStored } from "#/storage/local";
import { setDeleted } from "./outcome";

/** Returns true if the server has also withdrawn the app's permissions at LINE, and false if that may have failed. */
export async function deleteAccount(accessToken: string | null): Promise<boolean> {
  try {
    return await asMember(() => deleteUser(accessToken));
  } catch (error) {
    // E003 means that an earlier attempt has already deleted the account, although its response was lost.
    if (hasCode(error, "E003")) return false;
    throw error;
  }
}

export async function sayFarewell(isLineInformed: boolean): Promise<void> {
  const { userId } = getLiffUser();
  // Set the outcome before the session ends. Otherwise the profile page would redirect the person, who has no session.
  setDeleted(isLineInformed);
  clearSession();
  removeStored("redirectPath");
  await deleteRecords(userId, "accountDeleted");
}
