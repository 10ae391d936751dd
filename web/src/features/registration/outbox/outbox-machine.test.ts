import { expect, test } from "vitest";
import { isInOutbox, nextState, type OutboxEvent, type OutboxState } from "./outbox-machine";

const states = {
  idle: { step: "idle" },
  preparing: { step: "preparing" },
  uploading: { step: "uploading", number: 1, total: 2, fraction: 0 },
  sending: { step: "sending" },
  waiting: { step: "waiting", code: null, untilMs: 1 },
  needsLogin: { step: "needsLogin" },
  failed: { step: "failed", code: "E008" },
  done: { step: "done", outcome: "accepted" },
  rejected: { step: "rejected", errors: [] },
  cancelled: { step: "cancelled", mayHaveArrived: false },
} as const satisfies Record<string, OutboxState>;

const events = {
  queued: { kind: "queued" },
  attemptStarted: { kind: "attemptStarted" },
  uploadProgressed: { kind: "uploadProgressed", number: 2, total: 2, fraction: 0.5 },
  payloadSent: { kind: "payloadSent" },
  retryScheduled: { kind: "retryScheduled", code: null, untilMs: 1 },
  loginRequired: { kind: "loginRequired" },
  failed: { kind: "failed", code: "E008" },
  finished: { kind: "finished", outcome: "accepted" },
  rejected: { kind: "rejected", errors: [] },
  cancelled: { kind: "cancelled", mayHaveArrived: true },
  acknowledged: { kind: "acknowledged" },
} as const satisfies Record<string, OutboxEvent>;

type Step = keyof typeof states;

/** Rows: the events. Columns: the states, in the order above. A dot: the state stays. */
const table = `
                 idle      preparing  uploading  sending    waiting   needsLogin failed    done rejected  cancelled
queued           preparing .          .          .          .         .          .         .    preparing preparing
attemptStarted   .         .          preparing  preparing  preparing preparing  preparing .    .         .
uploadProgressed .         uploading  .          .          .         .          .         .    .         .
payloadSent      .         sending    sending    .          .         .          .         .    .         .
retryScheduled   .         waiting    waiting    waiting    .         .          .         .    .         .
loginRequired    .         needsLogin needsLogin needsLogin .         .          .         .    .         .
failed           .         failed     failed     failed     .         .          .         .    .         .
finished         done      done       done       done       done      done       done      .    done      done
rejected         .         rejected   rejected   rejected   .         .          .         .    .         .
cancelled        .         cancelled  cancelled  cancelled  cancelled cancelled  cancelled .    .         .
acknowledged     .         .          .          .          .         .          .         .    idle      idle
`;

const [header = [], ...rows] = table
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

const cases = rows.flatMap(([event = "", ...steps]) =>
  steps.map((step, column) => {
    const from = header[column] as Step;
    return [event as keyof typeof events, from, step === "." ? from : step] as const;
  }),
);

test("the table has every event and every state", () => {
  expect(header).toEqual(Object.keys(states));
  expect(rows.map(([event]) => event)).toEqual(Object.keys(events));
  expect(cases).toHaveLength(Object.keys(states).length * Object.keys(events).length);
});

test.each(cases)("%s in %s leads to %s", (event, from, to) => {
  expect(nextState(states[from], events[event]).step).toBe(to);
});

test("the final state stays, and an upload that reports late does not undo the payload", () => {
  const later = nextState(states.done, { kind: "finished", outcome: "earlierAccepted" });
  expect(later).toBe(states.done);
  expect(nextState(states.sending, events.uploadProgressed)).toBe(states.sending);
});

test("the form is open in three states only", () => {
  const open = Object.values(states).filter((state) => !isInOutbox(state));
  expect(open.map(({ step }) => step)).toEqual(["idle", "rejected", "cancelled"]);
});
