/** The sentence about a failed call of the pages that edit the profile. */
import type { ErrorCode } from "#/api/error";
import type { Text } from "#/i18n/use-text";
import { formatMoment } from "#/member/moments";

interface Failure {
  code: ErrorCode | "network";
  retryAfterMs: number | null;
}

/** The codes with a sentence that only these pages use. */
const own = ["E003", "E004", "E008", "network"] as const;

export function failureText(t: Text, { code, retryAfterMs }: Failure): string {
  if (code === "E005" && retryAfterMs !== null) {
    return t("edit.failure.E005", { time: formatMoment(Date.now() + retryAfterMs) });
  }
  const special = own.find((other) => other === code);
  return special ? t(`edit.failure.${special}`) : t(`failure.${code as ErrorCode}`);
}
