/** The data of the settings pages: preferences, privacy, messages in LINE and blocked people. */
import { fetchMessageChoices, type MessageChoices } from "#/api/messages";
import { fetchPreferences, type Preferences } from "#/api/preferences";
import { fetchPrivacy, type PrivacyChoices } from "#/api/privacy";
import { type Block, fetchBlocks } from "#/api/safety";
import { ownedResource } from "./resource";

export const preferences = ownedResource<Preferences>("settings/preferences", fetchPreferences);
export const privacy = ownedResource<PrivacyChoices>("settings/privacy", fetchPrivacy);
export const messageChoices = ownedResource<MessageChoices>(
  "settings/messages",
  fetchMessageChoices,
);
export const blocks = ownedResource<Block[]>("settings/blocks", fetchBlocks);
