/** The page on which an approved member edits the profile. */
import { EditScreen } from "#/features/edit/edit-screen";
import { paths } from "#/lib/paths";
import { Redirect } from "#/navigation/link";
import { isLoggedOut, useSession } from "#/session/session";

export function EditPage() {
  // After a logout in another tab, the changes must not be sent. The changes stay on the device.
  return isLoggedOut(useSession()) ? <Redirect to={paths.index} /> : <EditScreen />;
}
