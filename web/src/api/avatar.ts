/** The person's picture beside their name: the file goes up first, then it takes its place. */
import { call, sessionHeaders } from "./client";
import type { components } from "./schema";
import { postFile } from "./send";

export type AvatarPicture = components["schemas"]["Picture"];

/** `onProgress` gets the fraction of the file that has left the device. The page tells failures. */
export async function changeAvatar(
  file: Blob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<AvatarPicture> {
  const { fileName } = await postFile(file, "photo", {
    headers: sessionHeaders(),
    onProgress,
    signal,
  });
  const body = { avatar: fileName };
  signal.throwIfAborted();
  const { avatar } = await call((client) => client.PUT("/user-profile/avatar", { body }), {
    showToast: false,
  });
  return avatar;
}
