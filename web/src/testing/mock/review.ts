/** The mock's handlers for the calls of the reviewers' console. */
import { type HttpHandler, HttpResponse } from "msw";
import { api, refusal } from "./api";
import { inMinutes } from "./cases";
import { drawPicture } from "./pictures";
import type { Queue, QueueQuery } from "./queue";

/** The time in which a reviewer can undo a decision. */
const undoMs = 30_000;
const pageSize = 50;
/** The options of WebAuthn for a login. The mock accepts any passkey. */
const challenge = { challenge: "bW9jaw", rpId: "localhost", userVerification: "preferred" };
const creation = {
  challenge: "bW9jaw",
  rp: { id: "localhost", name: "Enmusubi" },
  user: { id: "QWRh", name: "Ada", displayName: "Ada" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
};

export function reviewCalls(queue: Queue): HttpHandler[] {
  const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams) as QueueQuery;
  return [
    api.get("/review/session", ({ response }) => response(200).json(queue.signedIn())),
    api.post("/review/session/options", ({ response }) =>
      response(200).json({ options: challenge }),
    ),
    api.post("/review/session", ({ response }) => response(200).json(queue.signIn("LEAD"))),
    api.delete("/review/session", ({ response }) => {
      queue.reviewer = null;
      return response(204).empty();
    }),
    api.post("/review/enrolment/options", ({ response }) =>
      response(200).json({ name: "Ada", options: creation }),
    ),
    api.post("/review/enrolment", ({ response }) => response(200).json(queue.signIn("LEAD"))),
    api.get("/review/counts", ({ response }) => {
      queue.signedIn();
      const open = queue.open({});
      const kinds = ["REGISTRATION", "RESUBMISSION", "CHANGE", "APPEAL", "REPORT"] as const;
      const count = (kind: (typeof kinds)[number]) =>
        open.filter(({ summary }) => summary.kind === kind).length;
      return response(200).json({ counts: kinds.map((kind) => ({ kind, open: count(kind) })) });
    }),
    api.get("/review/cases", ({ request, response }) => {
      queue.signedIn();
      const query = queryOf(request.url);
      const start = Number(query.after ?? 0);
      const end = start + Number(query.limit ?? pageSize);
      const found = queue.open(query);
      const cases = found.slice(start, end).map(({ summary }) => summary);
      return response(200).json({ cases, next: end < found.length ? String(end) : null });
    }),
    api.post("/review/cases/next", ({ request, response }) => {
      queue.signedIn();
      const { after: _, ...query } = queryOf(request.url);
      const free = queue.open(query).find(({ summary }) => !summary.holder);
      return response(200).json({ claim: free ? queue.claim(free) : null });
    }),
    api.get("/review/cases/{caseId}", ({ params, response }) => {
      const found = queue.caseOf(params.caseId);
      const claim = queue.claimed(found);
      const { summary, effectAt } = found;
      return response(200).json({ summary, claim, effectAt, facts: claim ? found.facts : null });
    }),
    api.put("/review/cases/{caseId}/claim", ({ params, response }) =>
      response(200).json(queue.claim(queue.caseOf(params.caseId))),
    ),
    api.put("/review/cases/{caseId}/lease", async ({ params, request, response }) => {
      const { summary } = queue.held(params.caseId, (await request.json()).fence);
      const leaseUntil = inMinutes(10);
      if (summary.holder) summary.holder = { ...summary.holder, leaseUntil };
      return response(200).json({ leaseUntil });
    }),
    api.post("/review/cases/{caseId}/release", async ({ params, request, response }) => {
      const { fence, reason } = await request.json();
      const { summary } = queue.held(params.caseId, fence);
      summary.holder = null;
      if (reason) queue.skip(summary.id, reason);
      return response(204).empty();
    }),
    api.put("/review/cases/{caseId}/decision", async ({ params, request, response }) => {
      const decision = await request.json();
      const found = queue.held(params.caseId, decision.fence);
      if (!found.facts.actions.includes(decision.action)) throw refusal("E002");
      return response(200).json({ effectAt: queue.decide(found, decision, undoMs) });
    }),
    api.delete("/review/cases/{caseId}/decision", ({ params, response }) => {
      const found = queue.caseOf(params.caseId);
      if (found.summary.state !== "DECIDED") throw queue.conflict(found);
      Object.assign(found, { decision: null, effectAt: null });
      found.summary.state = "OPEN";
      return response(200).json(queue.claim(found));
    }),
    api.post("/review/cases/{caseId}/evidence", async ({ params, request, response }) => {
      const { fence, file } = await request.json();
      const { facts } = queue.held(params.caseId, fence);
      if (!facts.files.some(({ id }) => id === file)) throw refusal("E003");
      const headers = { "Content-Type": "image/png" };
      return response.untyped(
        new HttpResponse(drawPicture(`${params.caseId} ${file}`), { headers }),
      );
    }),
    api.get("/review/statistics", ({ response }) => {
      if (queue.signedIn().role !== "LEAD") throw refusal("E008");
      const notices = [
        { kind: "OPENINGS_REFUSED", reviewer: "Grace", at: inMinutes(-600) },
        { kind: "MEMBER_GONE", reviewer: "Ada", at: inMinutes(-2000) },
      ] as const;
      const secondLooks = { agreed: 17, decided: 19 };
      return response(200).json({ secondLooks, skips: queue.skips, notices: [...notices] });
    }),
  ];
}
