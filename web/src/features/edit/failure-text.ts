/** The sentence for a call about the profile that failed. */
import type { ErrorCode } from "#/core/core";
import type { Text } from "#/i18n/use-text";
import { formatMoment } from "#/member/moments";

interface Failure {
  code: ErrorCode | "network";
  /** The wait that the server asks for; null if it names none. */
  retryAfterMs: number | null;
}

/** The codes that mean something special here. */
const own = ["E003", "E004", "E008", "network"] as const;

export function failureText(t: Text, { code, retryAfterMs }: Failure): string {
  if (code === "E005" && retryAfterMs !== null) {
    return t("edit.failure.E005", { time: formatMoment(Date.now() + retryAfterMs) });
  }
  const special = own.find((other) => other === code);
  return special ? t(`edit.failure.${special}`) : t(`failure.${code as ErrorCode}`);
}
