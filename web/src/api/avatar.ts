/** The call that changes the member's avatar. */
import { call, sessionHeaders } from "./client";
import type { components } from "./schema";
import { uploadFile } from "./upload";

export type AvatarPicture = components["schemas"]["Picture"];

export async function changeAvatar(
  file: Blob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<AvatarPicture> {
  const headers = sessionHeaders();
  const { fileName } = await uploadFile(file, "photo", { headers, onProgress, signal });
  const body = { avatar: fileName };
  signal.throwIfAborted();
  const { avatar } = await call((client) => client.PUT("/user-profile/avatar", { body }));
  return avatar;
}
