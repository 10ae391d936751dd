import { expect, it } from "vitest";
import { call } from "#/api/client";
import { publicConfig } from "#/lib/config";
import { api } from "#/testing/mock/api";
import { breakConnection, refuse, startFakeServer } from "./fake-server";

const server = startFakeServer([], { lineBotId: "@other" });

it("loads the given deployment", () => {
  expect(publicConfig()).toMatchObject({ lineBotId: "@other", apiServerPath: "/api" });
});

it("answers with the latest handler that matches, and records the requests", async () => {
  const logOut = () =>
    call((client) => client.POST("/user/logout")).catch((error: { name: string }) => error.name);
  server.use(api.post("/user/logout", breakConnection));
  expect(await logOut()).toBe("NetworkError");
  server.use(api.post("/user/logout", refuse(503, "E503")));
  expect(await logOut()).toBe("ApiError");
  server.use(api.post("/user/logout", ({ response }) => response(204).empty()));
  expect(await logOut()).toBeUndefined();
  expect(server.paths()).toEqual(Array(3).fill("POST /user/logout"));
});

it("compiles no handler that the OpenAPI document does not know", () => {
  // @ts-expect-error: there is no such path.
  api.get("/user/nothing", () => new Response());
  // @ts-expect-error: this path has no such method.
  api.put("/user/login", () => new Response());
  api.get("/user/review-status/{userId}", ({ response }) =>
    // @ts-expect-error: there is no such review status.
    response(200).json({ reviewStatus: "PERHAPS" }),
  );
  // @ts-expect-error: there is no such code.
  refuse(401, "E099");
});

it("compiles no call that the OpenAPI document does not know", () => {
  const calls = [
    // @ts-expect-error: there is no such path.
    () => call((client) => client.GET("/user/nothing")),
    () =>
      // @ts-expect-error: the body has another member.
      call((client) => client.PUT("/user-profile/avatar", { body: { name: "" } })),
  ];
  expect(calls).toHaveLength(2);
});
