/** The core's lists, made from its Rust definitions: there with the wasm and without it. */
import {
  catalogue,
  draftSchemaVersion,
  employers,
  fieldRules,
  vocabulary,
} from "enmusubi-wasm/lists";
import type { Core } from "./core";

export const lists = {
  catalogue: () => catalogue,
  draftSchemaVersion: () => draftSchemaVersion,
  employers: () => employers,
  fieldRules: () => fieldRules,
  vocabulary: () => vocabulary,
} satisfies Partial<Core>;
