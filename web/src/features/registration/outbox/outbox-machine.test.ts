import { expect, test } from "vitest";
import { isInOutbox, next, type OutboxEvent, type OutboxState } from "./outbox-states";

const states = {
  idle: { step: "idle" },
  elsewhere: { step: "elsewhere" },
  preparing: { step: "preparing" },
  uploading: { step: "uploading", number: 1, total: 2, fraction: 0 },
  sending: { step: "sending" },
  waiting: { step: "waiting", code: null, untilMs: 1 },
  needsLogin: { step: "needsLogin" },
  stuck: { step: "stuck", code: "E008" },
  done: { step: "done", arrival: "sent" },
  refused: { step: "refused", errors: [] },
  cancelled: { step: "cancelled", mayHaveArrived: false },
} as const satisfies Record<string, OutboxState>;

const events = {
  queued: { kind: "queued" },
  foundElsewhere: { kind: "foundElsewhere" },
  began: { kind: "began" },
  uploaded: { kind: "uploaded", number: 2, total: 2, fraction: 0.5 },
  sent: { kind: "sent" },
  failed: { kind: "failed", code: null, untilMs: 1 },
  loginNeeded: { kind: "loginNeeded" },
  gotStuck: { kind: "gotStuck", code: "E008" },
  arrived: { kind: "arrived", arrival: "sent" },
  wasRefused: { kind: "wasRefused", errors: [] },
  cancelled: { kind: "cancelled", mayHaveArrived: true },
  wasTold: { kind: "wasTold" },
} as const satisfies Record<string, OutboxEvent>;

type Step = keyof typeof states;

/** Rows: the event; columns: the states in the order above; a dot means that nothing changes. */
const table = `
                idle      elsewhere  preparing  uploading  sending    waiting    needsLogin stuck      done refused   cancelled
queued          preparing .          .          .          .          .          .          .          .    preparing preparing
foundElsewhere  .         .          elsewhere  elsewhere  elsewhere  elsewhere  elsewhere  elsewhere  .    .         .
began           .         preparing  .          preparing  preparing  preparing  preparing  preparing  .    .         .
uploaded        .         .          uploading  .          .          .          .          .          .    .         .
sent            .         .          sending    sending    .          .          .          .          .    .         .
failed          .         .          waiting    waiting    waiting    .          .          .          .    .         .
loginNeeded     .         .          needsLogin needsLogin needsLogin .          .          .          .    .         .
gotStuck        .         .          stuck      stuck      stuck      .          .          .          .    .         .
arrived         done      done       done       done       done       done       done       done       .    done      done
wasRefused      .         .          refused    refused    refused    .          .          .          .    .         .
cancelled       .         cancelled  cancelled  cancelled  cancelled  cancelled  cancelled  cancelled  .    .         .
wasTold         .         .          .          .          .          .          .          .          .    idle      idle
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
  expect(next(states[from], events[event]).step).toBe(to);
});

test("what is done stays as it is, and progress never leads back from the profile to an upload", () => {
  expect(next(states.done, { kind: "arrived", arrival: "earlier" })).toBe(states.done);
  expect(next(states.sending, events.uploaded)).toBe(states.sending);
});

test("the form is open in three states only", () => {
  const open = Object.values(states).filter((state) => !isInOutbox(state));
  expect(open.map(({ step }) => step)).toEqual(["idle", "refused", "cancelled"]);
});
