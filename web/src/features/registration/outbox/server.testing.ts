/** A server with one account, as far as the outbox can tell; it breaks off where a test says so. */
import { NetworkError } from "../../../api/error";
import type { ProfileDraft } from "../../../core/core";
import { sleep } from "../../../lib/sleep";
import { uploadName } from "../form/testing";
import type { RegistrationPorts } from "../registration";

/** Every request the outbox makes, by what it is for. */
export type Call = "ticket" | "upload" | "create" | "status";

/** What becomes of one request: the answer gets lost, or an error comes in its place. */
export type Fault = "unreached" | "answerLost" | { code: string; retryAfterMs?: number };

/** What the server has, and what it is to do next. */
export class TestServer {
  readonly calls: Call[] = [];
  readonly profiles: ProfileDraft[] = [];
  /** Taken from the front, one for each request of its kind. */
  readonly faults: Partial<Record<Call, (Fault | null)[]>> = {};
  /** The requests of these kinds are not answered before the test says so. */
  readonly held: Partial<Record<Call, Promise<void>>> = {};
  private readonly uploads = new Set<string>();
  /** A page keeps its ticket until it is refused. */
  private hasTicket = false;
  private kept: { key: string; body: string } | null = null;

  readonly ports: RegistrationPorts = {
    requestTicket: async () => {
      if (this.hasTicket) return;
      await this.handle("ticket", () => this.refuseIf(this.profiles.length > 0));
      this.hasTicket = true;
    },
    uploadTempFile: (_file, _purpose, onProgress) =>
      this.handle("upload", () => {
        onProgress(1);
        const fileName = uploadName((this.uploads.size + 1).toString(16));
        this.uploads.add(fileName);
        return { fileName };
      }),
    createUserProfile: (payload, key) => this.handle("create", () => this.create(payload, key)),
    isRegistered: () => this.handle("status", () => this.profiles.length > 0),
    readFile: async () => new Blob(["bytes"], { type: "image/png" }),
    wait: sleep,
  };

  /** Temp files are swept after a day. */
  sweep(): void {
    this.uploads.clear();
  }

  count(call: Call): number {
    return this.calls.filter((made) => made === call).length;
  }

  private create(payload: ProfileDraft, key: string): void {
    const body = JSON.stringify(payload);
    if (this.kept?.key === key) {
      this.refuseIf(this.kept.body !== body);
      return;
    }
    const missing = (payload.photoNameList ?? []).flatMap((name, index) =>
      this.uploads.has(String(name)) ? [] : [`photoNameList[${index}]`],
    );
    if (missing.length > 0) {
      const fields = missing.map((path) => ({ path, code: "upload_missing", params: {} }));
      throw Object.assign(new Error("E002"), { code: "E002", fields });
    }
    this.refuseIf(this.profiles.length > 0);
    this.profiles.push(payload);
    this.kept = { key, body };
    // They belong to the profile now.
    this.uploads.clear();
  }

  private refuseIf(isTaken: boolean): void {
    if (isTaken) throw Object.assign(new Error("E004"), { code: "E004" });
  }

  private async handle<Answer>(call: Call, answer: () => Answer): Promise<Answer> {
    this.calls.push(call);
    const fault = this.faults[call]?.shift() ?? null;
    if (fault === "unreached") throw new NetworkError("no answer");
    if (typeof fault === "object" && fault?.code.startsWith("E001")) this.hasTicket = false;
    if (fault && fault !== "answerLost") throw Object.assign(new Error(fault.code), fault);
    const answered = answer();
    await this.held[call];
    if (fault === "answerLost") throw new NetworkError("no answer");
    return answered;
  }
}
