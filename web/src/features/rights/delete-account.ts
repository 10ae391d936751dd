/** Deletes the account on the server, and then what this device keeps of the person. */

import { deleteUser } from "../../api/account";
import { hasCode } from "../../api/error";
import { getLiffUser } from "../../liff/liff";
import { asMember } from "../../person/identify-member";
import { clearSession } from "../../session/session";
import { removeStored } from "../../storage/local";
import { forgetProfile } from "../../storage/profile-cache";
import { forgetLeftovers } from "../registration/forget-leftovers";
import { forgetArrived } from "../registration/resubmission/forget-resubmission";
import { setDeleted } from "./outcome";

/** False when LINE could not be told, or nobody knows whether it was. */
export async function deleteAccount(accessToken: string | null): Promise<boolean> {
  try {
    return await asMember(() => deleteUser(accessToken));
  } catch (error) {
    // The answer to an earlier try was lost: the session is unknown, and so is the account.
    if (hasCode(error, "E003")) return false;
    throw error;
  }
}

/** Shows the farewell and forgets the person; whatever happens to the rest, nobody is logged in. */
export async function sayFarewell(isLineTold: boolean): Promise<void> {
  const { userId } = getLiffUser();
  // First: to the page, whoever has no session has logged out and is taken away from it.
  setDeleted(isLineTold);
  clearSession();
  removeStored("redirectPath");
  forgetArrived(userId);
  await Promise.all([forgetProfile(userId), forgetLeftovers(userId)]);
}
