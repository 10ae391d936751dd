/** Deletes the account on the server, and then the person's data on this device. */
import { ApiError } from "../../api/error";
import { deleteUser } from "../../api/rights";
import { getLiffUser } from "../../liff/liff";
import { asMember } from "../../person/recognise";
import { forgetSession } from "../../session/session";
import { deleteRecords } from "../../storage/delete-records";
import { removeStored } from "../../storage/local";
import { setDeleted } from "./outcome";

/** Returns true if the server has also withdrawn the app's permissions at LINE, false if it may have failed. */
export async function deleteAccount(accessToken: string | null): Promise<boolean> {
  try {
    return await asMember(() => deleteUser(accessToken));
  } catch (error) {
    // The account is gone already: the answer to an earlier try was lost.
    if (error instanceof ApiError && error.code === "E003") return false;
    throw error;
  }
}

/** Shows the farewell, ends the session, and deletes the person's data on this device. */
export async function sayFarewell(isLineInformed: boolean): Promise<void> {
  const { userId } = getLiffUser();
  // Before the session ends: the profile page redirects a person without a session.
  setDeleted(isLineInformed);
  forgetSession();
  removeStored("redirectPath");
  await deleteRecords(userId, "accountDeleted");
}
