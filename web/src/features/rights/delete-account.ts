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
    // E003: an earlier attempt has already deleted the account, and only its answer was lost.
    if (hasCode(error, "E003")) return false;
    throw error;
  }
}

/** Shows the farewell, ends the session, and deletes the person's data on this device. */
export async function sayFarewell(isLineInformed: boolean): Promise<void> {
  const { userId } = getLiffUser();
  // Set this before the session ends, because the profile page redirects a person without a session.
  setDeleted(isLineInformed);
  clearSession();
  removeStored("redirectPath");
  await deleteRecords(userId, "accountDeleted");
}
