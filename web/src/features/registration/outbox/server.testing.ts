/** A server with one account, as the outbox sees it, with faults that a test chooses. */
import { type ErrorCode, NetworkError } from "#/api/error";
import type { ProfileDraft } from "#/core/core";
import type { RegistrationPorts } from "#/features/registration/registration";
import { sleep } from "#/lib/sleep";
import { apiError } from "#/profile-form/made-up.testing";
import { fileName } from "#/testing/mock/people";

/** The requests of the outbox. */
export type Call = "token" | "upload" | "create" | "status";

/** The fault of one request: it does not arrive, its answer is lost, or the server answers an error. */
type Fault =
  | "unreached"
  | "answerLost"
  | { code: ErrorCode; fields?: readonly object[]; retryAfterMs?: number };

export class TestServer {
  readonly calls: Call[] = [];
  readonly profiles: ProfileDraft[] = [];
  /** The idempotency keys of the payloads that arrived. */
  readonly keys: string[] = [];
  /** The faults of the next requests of each kind, in order. */
  readonly faults: Partial<Record<Call, (Fault | null)[]>> = {};
  /** Requests of these kinds get their answer when the promise resolves. */
  readonly held: Partial<Record<Call, Promise<void>>> = {};
  private readonly uploads = new Set<string>();
  /** The page has a token that the server has not refused. */
  private hasToken = false;
  private stored: { key: string; body: string } | null = null;

  readonly ports: RegistrationPorts = {
    requestToken: async () => {
      if (this.hasToken) return;
      await this.handle("token", () => this.conflictIf(this.profiles.length > 0));
      this.hasToken = true;
    },
    uploadTempFile: (_file, _purpose, onProgress) =>
      this.handle("upload", () => {
        onProgress(1);
        const name = fileName((this.uploads.size + 1).toString(16));
        this.uploads.add(name);
        return { fileName: name };
      }),
    send: (payload, key) => this.handle("create", () => this.create(payload, key)),
    isStillNeeded: () => this.handle("status", () => this.profiles.length === 0),
    readFile: async () => new Blob(["bytes"], { type: "image/png" }),
    wait: sleep,
  };

  /** The server deletes uploads after a day. */
  deleteUploads(): void {
    this.uploads.clear();
  }

  count(call: Call): number {
    return this.calls.filter((other) => other === call).length;
  }

  private create(payload: ProfileDraft, key: string): void {
    this.keys.push(key);
    const body = JSON.stringify(payload);
    if (this.stored?.key === key) {
      this.conflictIf(this.stored.body !== body);
      return;
    }
    const missing = (payload.photoNameList ?? []).flatMap((name, index) =>
      this.uploads.has(String(name)) ? [] : [`photoNameList[${index}]`],
    );
    if (missing.length > 0) {
      const fields = missing.map((path) => ({ path, code: "upload_missing", params: {} }));
      throw apiError("E002", fields);
    }
    this.conflictIf(this.profiles.length > 0);
    this.profiles.push(payload);
    this.stored = { key, body };
    // The profile has attached them.
    this.uploads.clear();
  }

  private conflictIf(isConflict: boolean): void {
    if (isConflict) throw apiError("E004");
  }

  private async handle<Answer>(call: Call, answer: () => Answer): Promise<Answer> {
    this.calls.push(call);
    const fault = this.faults[call]?.shift() ?? null;
    if (fault === "unreached") throw new NetworkError("no answer");
    if (typeof fault === "object" && fault?.code.startsWith("E001")) this.hasToken = false;
    if (fault && fault !== "answerLost")
      throw apiError(fault.code, fault.fields, fault.retryAfterMs);
    const answered = answer();
    await this.held[call];
    if (fault === "answerLost") throw new NetworkError("no answer");
    return answered;
  }
}
