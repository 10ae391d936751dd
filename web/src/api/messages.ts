/** The calls about the messages in LINE that a member gets. */
import { call } from "./client";
import type { components } from "./schema";

export type MessageChoices = components["schemas"]["MessageChoicesBody"];

export async function fetchMessageChoices(): Promise<MessageChoices> {
  return await call((client) => client.GET("/news/messages"), {
    isSafe: true,
  });
}

export async function updateMessageChoices(choices: MessageChoices): Promise<MessageChoices> {
  return await call((client) => client.PUT("/news/messages", { body: choices }));
}
