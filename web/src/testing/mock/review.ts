/** The calls of the reviewers' console. */
import { type HttpHandler, HttpResponse } from "msw";
import { api, refusal } from "./api";
import { inMinutes } from "./cases";
import { drawPicture } from "./pictures";
import type { QueueQuery, World } from "./world";

/** The time in which a reviewer can undo a decision. */
const undoMs = 30_000;
const pageSize = 50;
/** Options of WebAuthn. The mock accepts any passkey. */
const challenge = { challenge: "bW9jaw", rpId: "localhost", userVerification: "preferred" };
const creation = {
  challenge: "bW9jaw",
  rp: { id: "localhost", name: "Enmusubi" },
  user: { id: "QWRh", name: "Ada", displayName: "Ada" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
};

export function reviewCalls(world: World): HttpHandler[] {
  const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams) as QueueQuery;
  const signIn = () => {
    world.reviewer = world.reviewerOf("lead");
    return world.reviewer;
  };
  return [
    api.get("/review/session", ({ response }) => response(200).json(world.signedIn())),
    api.post("/review/session/options", ({ response }) =>
      response(200).json({ options: challenge }),
    ),
    api.post("/review/session", ({ response }) => response(200).json(signIn())),
    api.delete("/review/session", ({ response }) => {
      world.reviewer = null;
      return response(204).empty();
    }),
    api.post("/review/enrolment/options", ({ response }) =>
      response(200).json({ name: "Ada", options: creation }),
    ),
    api.post("/review/enrolment", ({ response }) => response(200).json(signIn())),
    api.get("/review/counts", ({ response }) => {
      const open = world.queue({});
      const kinds = ["REGISTRATION", "RESUBMISSION", "CHANGE", "APPEAL", "REPORT"] as const;
      const count = (kind: (typeof kinds)[number]) =>
        open.filter(({ summary }) => summary.kind === kind).length;
      return response(200).json({ counts: kinds.map((kind) => ({ kind, open: count(kind) })) });
    }),
    api.get("/review/cases", ({ request, response }) => {
      const query = queryOf(request.url);
      const start = Number(query.after ?? 0);
      const end = start + Number(query.limit ?? pageSize);
      const found = world.queue(query);
      const cases = found.slice(start, end).map(({ summary }) => summary);
      return response(200).json({ cases, next: end < found.length ? String(end) : null });
    }),
    api.post("/review/cases/next", ({ request, response }) => {
      const { after: _, ...query } = queryOf(request.url);
      const free = world.queue(query).find(({ summary }) => !summary.holder);
      return response(200).json({ claim: free ? world.claim(free) : null });
    }),
    api.get("/review/cases/{caseId}", ({ params, response }) => {
      const found = world.caseOf(params.caseId);
      const claim = world.claimed(found);
      const { summary, effectAt } = found;
      return response(200).json({ summary, claim, effectAt, facts: claim ? found.facts : null });
    }),
    api.put("/review/cases/{caseId}/claim", ({ params, response }) =>
      response(200).json(world.claim(world.caseOf(params.caseId))),
    ),
    api.put("/review/cases/{caseId}/lease", async ({ params, request, response }) => {
      const { summary } = world.held(params.caseId, (await request.json()).fence);
      const leaseUntil = inMinutes(10);
      if (summary.holder) summary.holder = { ...summary.holder, leaseUntil };
      return response(200).json({ leaseUntil });
    }),
    api.post("/review/cases/{caseId}/release", async ({ params, request, response }) => {
      const { fence, reason } = await request.json();
      const { summary } = world.held(params.caseId, fence);
      summary.holder = null;
      const skip = { caseId: summary.id, at: world.now(), reviewer: world.signedIn().name };
      if (reason) world.skips.unshift({ ...skip, reason });
      return response(204).empty();
    }),
    api.put("/review/cases/{caseId}/decision", async ({ params, request, response }) => {
      const decision = await request.json();
      const found = world.held(params.caseId, decision.fence);
      if (!found.facts.actions.includes(decision.action)) throw refusal("E002");
      const effectAt = world.now(undoMs);
      Object.assign(found, { decision, effectAt });
      found.summary.state = "DECIDED";
      world.later(undoMs, () => {
        // An undone decision, or another in its place, has no effect.
        if (found.decision !== decision) return;
        found.summary.state = "APPLIED";
        found.apply?.(decision);
      });
      return response(200).json({ effectAt });
    }),
    api.delete("/review/cases/{caseId}/decision", ({ params, response }) => {
      const found = world.caseOf(params.caseId);
      if (found.summary.state !== "DECIDED") throw world.conflict(found);
      Object.assign(found, { decision: null, effectAt: null });
      found.summary.state = "OPEN";
      return response(200).json(world.claim(found));
    }),
    api.post("/review/cases/{caseId}/evidence", async ({ params, request, response }) => {
      const { fence, file } = await request.json();
      const { facts } = world.held(params.caseId, fence);
      if (!facts.files.some(({ id }) => id === file)) throw refusal("E003");
      const headers = { "Content-Type": "image/png" };
      return response.untyped(
        new HttpResponse(drawPicture(`${params.caseId} ${file}`), { headers }),
      );
    }),
    api.get("/review/statistics", ({ response }) => {
      if (world.signedIn().role !== "LEAD") throw refusal("E008");
      const notices = [
        { kind: "OPENINGS_REFUSED", reviewer: "Grace", at: inMinutes(-600) },
        { kind: "MEMBER_GONE", reviewer: "Ada", at: inMinutes(-2000) },
      ] as const;
      const secondLooks = { agreed: 17, decided: 19 };
      return response(200).json({ secondLooks, skips: world.skips, notices: [...notices] });
    }),
  ];
}
