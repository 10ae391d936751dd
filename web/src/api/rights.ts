/**
 * The calls that export a person's data, end all sessions and delete the account. The page shows
 * the outcome.
 */
import { call } from "./client";

const silently = { showToast: false } as const;

/** A path that any browser can fetch the export at, for some minutes. */
export async function createExportLink(): Promise<string> {
  const { url } = await call((client) => client.POST("/user/export"), silently);
  return url;
}

/** Ends every session of the account, this one too. */
export async function logoutEverywhere(): Promise<void> {
  await call((client) => client.POST("/user/logout-everywhere"), silently);
}

/**
 * Deletes the account. With LINE's access token what the person allowed the app is withdrawn at LINE
 * too; false when that could not be done.
 */
export async function deleteUser(accessToken: string | null): Promise<boolean> {
  const headers = accessToken ? { "X-Line-Access-Token": accessToken } : {};
  const { lineAccessWithdrawn } = await call(
    (client) => client.DELETE("/user", { headers }),
    silently,
  );
  return lineAccessWithdrawn;
}
