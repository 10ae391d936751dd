/** Deletes the account on the server, and then what this device keeps of the person. */
import { ApiError } from "../../api/error";
import { deleteUser } from "../../api/rights";
import { getLiffUser } from "../../liff/liff";
import { asMember } from "../../person/recognise";
import { forgetSession } from "../../session/session";
import { deleteRecords } from "../../storage/delete-records";
import { removeStored } from "../../storage/local";
import { setDeleted } from "./outcome";

/** False when LINE could not be told, or nobody knows whether it was. */
export async function deleteAccount(accessToken: string | null): Promise<boolean> {
  try {
    return await asMember(() => deleteUser(accessToken));
  } catch (error) {
    // The answer to an earlier try was lost: the session is unknown, and so is the account.
    if (error instanceof ApiError && error.code === "E003") return false;
    throw error;
  }
}

/** Shows the farewell and forgets the person; whatever happens to the rest, nobody is logged in. */
export async function sayFarewell(isLineTold: boolean): Promise<void> {
  const { userId } = getLiffUser();
  // First: to the page, whoever has no session has logged out and is taken away from it.
  setDeleted(isLineTold);
  forgetSession();
  removeStored("redirectPath");
  await deleteRecords(userId, "accountDeleted");
}
