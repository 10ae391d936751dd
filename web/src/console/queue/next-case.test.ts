import { expect, it, vi } from "vitest";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { claimOf, summaryOf } from "#/testing/mock/cases";
import { noteSkip, openNextCase } from "./next-case";

const { navigate } = vi.hoisted(() => ({ navigate: vi.fn<(to: string) => Promise<void>>() }));
vi.mock("#/navigation/navigation", async (original) => ({
  ...(await original<typeof import("#/navigation/navigation")>()),
  navigate,
}));

const turn = { path: "turn", code: "too_many" as const, params: { max: 1 } };
const server = startFakeServer([
  api.get("/review/cases", ({ response }) =>
    response(200).json({ cases: [1, 2, 3, 4].map((id) => summaryOf({ id })), next: null }),
  ),
]);

it("goes on to the case after those that cannot be claimed any more", async () => {
  noteSkip(1);
  server.use(
    api.put("/review/cases/{caseId}/claim", (request) => {
      const id = Number(request.params.caseId);
      // The account of the second case was deleted, and the reviewer has had the third for two hours.
      if (id === 2) return refuse(404, "E003")();
      if (id === 3) return refuse(429, "E005", { fields: [turn] })();
      return request.response(200).json(claimOf({ id }));
    }),
  );
  expect(await openNextCase({})).toBe(true);
  expect(navigate).toHaveBeenCalledWith("/review/cases/4");
});

it("says that a reviewer holds enough cases", async () => {
  const claims = { ...turn, path: "claims" };
  const refused = refuse(429, "E005", { fields: [claims] });
  server.use(api.put("/review/cases/{caseId}/claim", refused));
  await expect(openNextCase({})).rejects.toMatchObject({ code: "E005" });
});
