/**
 * A mock of our server with data, for unit tests and `npm run dev:mock`. It stores the changes of each call,
 * but it checks no profile: it accepts every answer of the form.
 */
import { delay, getResponse, HttpHandler, HttpResponse } from "msw";
import type { paths } from "#/api/schema";
import type { PublicConfig } from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import { type ErrorCode, refusal, root, statusOf } from "./api";
import { memberCalls } from "./member";
import type { Decision } from "./queue";
import { reviewCalls } from "./review";
import { type Start, World } from "./world";

export { starts } from "./world";

/** The method and path of a call in the OpenAPI document, such as `GET /introductions`. */
export type CallName = {
  [Path in keyof paths & string]: {
    [Method in "get" | "put" | "post" | "delete"]: paths[Path] extends Record<Method, object>
      ? `${Uppercase<Method>} ${Path}`
      : never;
  }["get" | "put" | "post" | "delete"];
}[keyof paths & string];

/** A fault of a call: an error answer, a late answer ("slow"), or a broken connection ("broken"). */
export type Fault = ErrorCode | "slow" | "broken";
export const faults = [...(Object.keys(statusOf) as ErrorCode[]), "slow", "broken"] as const;

const slowMs = 4_000;

const firstStart: Start = { member: "approved", day: "people", console: "lead" };

export class MockServer {
  readonly world: World;
  readonly config: PublicConfig;
  /** The handlers of all calls that the app and the console make. */
  readonly handlers: readonly HttpHandler[];
  /** The names of these calls, in the order of their paths. */
  readonly calls: readonly CallName[];
  /** The state in which the world last started. */
  started: Start;
  readonly #faults = new Map<CallName, Fault>();

  constructor(start: Partial<Start> = {}, config: Partial<PublicConfig> = {}) {
    const parts = { mockEnable: true, workEmail: true, lineMessages: true };
    this.config = { ...testConfig, ...parts, ...config };
    this.started = { ...firstStart, ...start };
    this.world = new World(this.started);
    const calls = [...memberCalls(this.world), ...reviewCalls(this.world.queue)];
    this.calls = calls.map(nameOf).sort(byPath);
    const guards = calls.map((handler) => {
      const { method, path } = handler.info;
      return new HttpHandler(method, path, () => this.#before(nameOf(handler)));
    });
    const configuration = root.untyped.get("/config.json", () => HttpResponse.json(this.config));
    this.handlers = [...guards, ...calls, configuration];
  }

  /** Resets everything except the faults to a starting state. */
  restart(start: Partial<Start> = {}): void {
    this.started = { ...this.started, ...start };
    this.world.restart(this.started);
  }

  /** Decides the member's waiting case at once, or the member's profile if no case is waiting. */
  decide(decision: Decision): void {
    if (!this.world.queue.decideOwn(decision)) this.world.decide(decision);
  }

  /** Gives a call a fault until null removes it: `mock.fail("GET /introductions", "E503")`. */
  fail(call: CallName, fault: Fault | null): void {
    if (fault === null) this.#faults.delete(call);
    else this.#faults.set(call, fault);
  }

  faultOf(call: CallName): Fault | null {
    return this.#faults.get(call) ?? null;
  }

  /** Returns the answer to a request, or undefined for a path that the mock does not have. */
  answer(request: Request): Promise<Response | undefined> {
    return getResponse([...this.handlers], request, { baseUrl: new URL(request.url).origin });
  }

  /** Returns the answer of the call's fault, or undefined if the call's own handler has to answer. */
  async #before(call: CallName): Promise<Response | undefined> {
    this.world.settle();
    const fault = this.faultOf(call);
    if (fault === "broken") return HttpResponse.error();
    if (fault === "slow") await delay(slowMs);
    else if (fault)
      return refusal(fault, fault === "E503" ? { headers: { "Retry-After": "5" } } : {});
    return undefined;
  }
}

function nameOf({ info: { method, path } }: HttpHandler): CallName {
  const inDocument = String(path)
    .replace(new RegExp(`^${testConfig.apiServerPath}(?=/)`), "")
    .replace(/:(\w+)/g, "{$1}");
  return `${String(method)} ${inDocument}` as CallName;
}

const pathOf = (call: CallName) => call.slice(call.indexOf(" "));
const byPath = (one: CallName, other: CallName) => pathOf(one).localeCompare(pathOf(other));
