/** Makes handlers that are typed by the OpenAPI document, and makes the error answers of our server. */
import { HttpResponse } from "msw";
import { createOpenApiHttp } from "openapi-msw";
import type { components, paths } from "#/api/schema";
import { testConfig } from "#/lib/config.testing";

export type Schemas = components["schemas"];
export type ErrorCode = Schemas["ErrorCode"];

/** Makes handlers: `api.get("/user/my-info", ({ response }) => response(200).json(info))`. */
export const api = createOpenApiHttp<paths>({ baseUrl: testConfig.apiServerPath });
/** Makes handlers for the paths of the document that are outside of the API's base: the pictures. */
export const root = createOpenApiHttp<paths>();

/** The status with which our server answers each code. */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  E001: 401,
  E001A: 401,
  E001B: 401,
  E002: 422,
  E003: 404,
  E004: 409,
  E005: 429,
  E006: 413,
  E007: 415,
  E008: 403,
  E009: 400,
  E010: 405,
  E503: 503,
  E500: 500,
};

/** Returns an error answer of our server. A handler may also throw it. */
export function refusal(
  code: ErrorCode,
  {
    status = statusOf[code],
    headers,
    ...body
  }: Partial<Schemas["ErrorResponse"]> & { status?: number; headers?: Record<string, string> } = {},
) {
  const answer: Schemas["ErrorResponse"] = { code, cause: "a reason", ...body };
  return HttpResponse.json(answer, { status, ...(headers ? { headers } : {}) });
}
