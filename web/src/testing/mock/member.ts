/** The mock's handlers for the calls of the members' app and of its page for developers. */
import { type HttpHandler, HttpResponse } from "msw";
import { api, refusal, root } from "./api";
import { pictureOf } from "./people";
import { drawPicture } from "./pictures";
import type { World } from "./world";

const dayMs = 24 * 60 * 60_000;
const minuteMs = 60_000;
/** The time after which an invented person answers the member. */
const replyMs = 4_000;
const confirmationCode = "123456";
/** A ZIP file without entries, which consists only of the end of a directory. */
const emptyZip = new Uint8Array(22);
emptyZip.set([0x50, 0x4b, 5, 6]);

export function memberCalls(world: World): HttpHandler[] {
  const setEnd = () => world.now(dayMs);
  return [
    ...accountCalls(world),
    ...profileCalls(world),
    ...matchCalls(world),
    ...developerCalls(world),
    api.get("/introductions", ({ response }) => {
      world.approved();
      const introductions = [...world.introductions].sort(
        (one, other) => Number(one.answer !== null) - Number(other.answer !== null),
      );
      const circle = { size: 50, without: [{ type: "SMOKE" as const, more: 20 }] };
      const day = world.now().slice(0, 10);
      return response(200).json({ day, nextAt: setEnd(), introductions, circle });
    }),
    api.put("/introductions/{introductionId}/answer", async ({ params, request, response }) => {
      const { introductionId } = params;
      const found = world.find(world.introductions, (one) => one.introductionId === introductionId);
      const { answer, note } = await request.json();
      if (found.answer === "YES" && answer === "NO") throw refusal("E004");
      found.answer = answer;
      if (answer === "NO" || !world.yeses.has(introductionId))
        return response(200).json({ matchId: null });
      return response(200).json({ matchId: world.addMatch(found, note ?? "").match.matchId });
    }),
    api.get("/news", ({ response }) => {
      world.approved();
      return response(200).json({ news: world.news });
    }),
    api.put("/news/read", async ({ request, response }) => {
      const { newsId } = await request.json();
      const { at } = world.find(world.news, (entry) => entry.newsId === newsId);
      world.news = world.news.map((entry) => (entry.at <= at ? { ...entry, isRead: true } : entry));
      return response(204).empty();
    }),
    api.get("/news/messages", ({ response }) => response(200).json(world.messages)),
    api.put("/news/messages", async ({ request, response }) => {
      world.messages = { ...world.messages, ...(await request.json()) };
      return response(200).json(world.messages);
    }),
    api.get("/preferences", ({ response }) => {
      const { matchGender, recommendDistanceKm, valueItem } = world.approved().profile;
      const preferences = { matchGender, recommendDistanceKm, valueItem };
      return response(200).json({ ...preferences, effectiveAt: setEnd() });
    }),
    api.put("/preferences", async ({ request, response }) => {
      world.approved();
      world.changeProfile(await request.json());
      const { matchGender, recommendDistanceKm, valueItem } = world.member().profile;
      const preferences = { matchGender, recommendDistanceKm, valueItem };
      return response(200).json({ ...preferences, effectiveAt: setEnd() });
    }),
    api.get("/privacy", ({ response }) => response(200).json(world.privacy)),
    api.put("/privacy", async ({ request, response }) => {
      world.privacy = await request.json();
      return response(200).json(world.privacy);
    }),
    api.get("/blocks", ({ response }) => response(200).json({ blocks: world.blocks })),
    api.post("/blocks", async ({ request, response }) => {
      const nickname = leave(world, await request.json());
      const day = world.now().slice(0, 10);
      world.blocks = [{ blockId: `block-${world.newId()}`, day, nickname }, ...world.blocks];
      return response(204).empty();
    }),
    api.delete("/blocks/{blockId}", ({ params, response }) => {
      const ended = world.find(world.blocks, ({ blockId }) => blockId === params.blockId);
      world.blocks = world.blocks.filter((block) => block !== ended);
      return response(204).empty();
    }),
    api.post("/reports", async ({ request, response }) => {
      const { category, note, ...acquaintance } = await request.json();
      leave(world, acquaintance);
      world.queue.addReport(category, note ?? "", category === "HARASSMENT");
      return response(204).empty();
    }),
    api.get("/route-rules", ({ response }) => response(200).json({})),
    api.post("/logger", ({ response }) => response(204).empty()),
  ];
}

/** Removes a person from the member's introductions and matches, and returns the person's nickname. */
function leave(
  world: World,
  { introductionId, matchId }: { introductionId?: string | null; matchId?: string | null },
): string {
  const id = matchId ?? introductionId ?? "";
  const known = world.conversations.map(({ match }) => ({ id: match.matchId, ...match }));
  const introduced = world.introductions.map((one) => ({ id: one.introductionId, ...one }));
  const { person } = world.find([...known, ...introduced], (one) => one.id === id);
  world.conversations = world.conversations.filter(({ match }) => match.matchId !== id);
  world.introductions = world.introductions.filter((one) => one.introductionId !== id);
  return person.nickname;
}

function accountCalls(world: World): HttpHandler[] {
  return [
    api.get("/user/review-status/{userId}", ({ params, query, response }) => {
      const { info } = world;
      if (!info) {
        if (query.get("orNull") !== "true") throw refusal("E003");
        return response(200).json({ reviewStatus: null });
      }
      // The mock of LIFF invents a LINE user for each browser. This mock has only one member, who takes over
      // each user's id.
      info.userId = params.userId;
      const { reviewStatus, review } = info;
      const takenBack = review.takenBack ? { takenBack: true } : {};
      return response(200).json({ reviewStatus, ...takenBack });
    }),
    api.post("/user/login", ({ response }) => {
      world.member();
      return response(200).json({ token: `session-${world.newId()}` });
    }),
    api.get("/user/my-info", ({ response }) => response(200).json(world.member())),
    api.post("/user/logout", ({ response }) => response(204).empty()),
    api.post("/user/logout-everywhere", ({ response }) => response(204).empty()),
    api.post("/user/registration", ({ response }) => {
      const token = `registration-${world.newId()}`;
      return response(200).json({ token, expiresAt: world.now(dayMs) });
    }),
    api.post("/user/export", ({ response }) => {
      world.member();
      const url = "/api/user/export?session=1&exp=1&sig=2";
      return response(200).json({ url, expiresAt: world.now(5 * minuteMs) });
    }),
    api.get("/user/export", ({ response }) => {
      const headers = { "Content-Type": "application/zip" };
      return response.untyped(new HttpResponse(emptyZip, { headers }));
    }),
    api.delete("/user", ({ response }) => {
      world.member();
      world.info = null;
      return response(200).json({ lineAccessWithdrawn: true });
    }),
  ];
}

function profileCalls(world: World): HttpHandler[] {
  const showPicture = ({ params }: { params: { fileId: string } }) => {
    const uploaded = world.uploads.get(params.fileId);
    const type = uploaded?.type || "image/png";
    const body = uploaded ?? drawPicture(params.fileId);
    return new HttpResponse(body, { headers: { "Content-Type": type } }) as never;
  };
  return [
    api.get("/file/fetch/{fileId}", showPicture),
    root.get("/_ipx/{modifiers}/{fileId}", showPicture),
    api.post("/file/tempUpload", async ({ request, response }) => {
      const form: FormData = await request.formData();
      const file = form.get("file") as File;
      const extension = file.type.replace("image/", "").replace("jpeg", "jpg");
      const name = `${world.newId().toString(16).padStart(32, "0")}.${extension}`;
      world.uploads.set(name, file);
      const size = { width: 1200, height: 1600 };
      return response(200).json({ fileName: name, ...size, thumbhash: "" });
    }),
    api.post("/user-profile", async ({ request, response }) => {
      const { account, password: _, ...answers } = await request.json();
      const registered = world.once(request.headers.get("Idempotency-Key"), () => {
        world.register(account, answers);
        return { userId: account, reviewStatus: world.member().reviewStatus };
      });
      return response(201).json(registered);
    }),
    api.put("/user-profile/resubmission", async ({ request, response }) => {
      if (world.member().reviewStatus !== "NEEDS_INFO") throw refusal("E008");
      world.changeProfile(await request.json());
      world.submit("RESUBMISSION");
      return response(200).json({ reviewStatus: "PENDING" });
    }),
    api.post("/user-profile/withdrawal", ({ response }) => {
      const info = world.member();
      if (info.reviewStatus !== "PENDING" || !world.queue.withdraw("PROFILE"))
        throw refusal("E008");
      const askedFields = Object.keys(info.profile) as (keyof typeof info.profile)[];
      const review = { reasons: [], askedAt: world.now(), askedFields, takenBack: true };
      Object.assign(info, { reviewStatus: "NEEDS_INFO", waiting: null, review });
      return response(200).json({ reviewStatus: "NEEDS_INFO", takenBack: true });
    }),
    api.put("/user-profile/appeal", async ({ request, response }) => {
      const { reviewStatus, review } = world.member();
      if (reviewStatus !== "REJECTED" || !review.appealUntil) throw refusal("E008");
      world.submit("APPEAL", { appeal: (await request.json()).text });
      return response(200).json({ reviewStatus: "PENDING" });
    }),
    api.put("/user-profile/avatar", async ({ request, response }) => {
      const avatar = pictureOf((await request.json()).avatar);
      world.member().avatar = avatar;
      return response(200).json({ avatar });
    }),
    api.put("/user-profile/texts", async ({ request, response }) => {
      world.approved();
      world.changeProfile(await request.json());
      return response(200).json(world.member().profile);
    }),
    api.get("/user-profile/changes", ({ response }) => {
      world.approved();
      return response(200).json(world.changes);
    }),
    api.put("/user-profile/changes", async ({ request, response }) => {
      world.approved();
      world.propose(await request.json());
      return response(202).json(world.changes);
    }),
    api.delete("/user-profile/changes", ({ response }) => {
      world.approved();
      world.propose(null);
      return response(204).empty();
    }),
    api.put("/user-profile/place", ({ response }) => {
      world.approved();
      return response(200).json({ effectiveAt: world.now(dayMs) });
    }),
    api.post("/verification/work-email", async ({ request, response }) => {
      const { employerId, email } = await request.json();
      world.codeFor = employerId;
      const mail = { to: email, subject: "Enmusubi", text: confirmationCode, sentAt: world.now() };
      world.mails.push(mail);
      return response(204).empty();
    }),
    api.post("/verification/work-email/confirm", async ({ request, response }) => {
      const wrong = { path: "code", code: "confirmation_code" as const, params: {} };
      if ((await request.json()).code !== confirmationCode)
        throw refusal("E002", { fields: [wrong] });
      return response(200).json({ employerId: world.codeFor, expiresAt: world.now(30 * dayMs) });
    }),
  ];
}

function matchCalls(world: World): HttpHandler[] {
  return [
    api.get("/matches", ({ response }) => {
      world.approved();
      const matches = world.conversations.map(({ match, notes, readTo }) => ({
        ...match,
        lastNote: notes.at(-1) ?? null,
        unread: notes.filter(({ mine, noteId }) => !mine && noteId > readTo).length,
      }));
      return response(200).json({ matches });
    }),
    api.delete("/matches/{matchId}", ({ params, response }) => {
      world.approved();
      leave(world, params);
      return response(204).empty();
    }),
    api.get("/matches/{matchId}/notes", ({ params, query, response }) => {
      const { notes } = world.conversation(params.matchId);
      const after = Number(query.get("after") ?? 0);
      const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
      const shown = notes.filter(({ noteId }) => noteId > after && noteId < before).slice(-100);
      const read = world.privacy.readReceipts ? notes.findLast(({ mine }) => mine) : undefined;
      const next = shown.at(-1)?.noteId ?? after;
      return response(200).json({ notes: shown, next, readUntil: read?.noteId ?? null });
    }),
    api.post("/matches/{matchId}/notes", async ({ params, request, response }) => {
      const conversation = world.conversation(params.matchId);
      const { text } = await request.json();
      const note = world.once(request.headers.get("Idempotency-Key"), () => {
        world.later(replyMs, () => {
          world.addNote(conversation, "好啊，聽起來不錯！", false);
          world.tell("NOTE", { matchId: params.matchId });
        });
        return world.addNote(conversation, text, true);
      });
      return response(201).json(note);
    }),
    api.put("/matches/{matchId}/read", async ({ params, request, response }) => {
      const conversation = world.conversation(params.matchId);
      conversation.readTo = Math.max(conversation.readTo, (await request.json()).noteId);
      return response(204).empty();
    }),
    api.put("/matches/{matchId}/contact", async ({ params, request, response }) => {
      const { contact } = world.conversation(params.matchId).match;
      contact.mine = (await request.json()).line !== null;
      if (contact.mine)
        world.later(replyMs, () => {
          contact.theirs = "https://line.me/ti/p/made-up";
        });
      return response(200).json(contact);
    }),
    api.put("/matches/{matchId}/met", ({ params, response }) => {
      const { match } = world.conversation(params.matchId);
      if (!match.asksIfMet) throw refusal("E004");
      match.asksIfMet = false;
      return response(204).empty();
    }),
  ];
}

function developerCalls(world: World): HttpHandler[] {
  const clock = () => ({ now: world.now(), aheadMinutes: Math.round(world.aheadMs / minuteMs) });
  return [
    api.get("/mock/id-token", ({ query, response }) =>
      response(200).json({ idToken: `mock ${query.get("userId")}` }),
    ),
    api.get("/mock/mails", ({ response }) => response(200).json({ mails: world.mails })),
    api.get("/mock/clock", ({ response }) => response(200).json(clock())),
    api.put("/mock/clock", async ({ request, response }) => {
      const { aheadMinutes, toNextSet } = await request.json();
      world.aheadMs = toNextSet ? world.aheadMs + dayMs : (aheadMinutes ?? 0) * minuteMs;
      if (toNextSet && world.info?.reviewStatus === "APPROVED") world.addDay(3);
      return response(200).json(clock());
    }),
    api.post("/mock/people", async ({ request, response }) => {
      if (!world.info) throw refusal("E003");
      const { reviewStatus } = world.info;
      const isWaiting = reviewStatus === "PENDING" || reviewStatus === "IN_REVIEW";
      if (!isWaiting && reviewStatus !== "APPROVED") throw refusal("E008");
      const approved = isWaiting && world.queue.decideOwn({ action: "APPROVE", reasons: [] });
      world.addDay(5);
      return response(200).json({ people: (await request.json()).count, approved });
    }),
  ];
}
