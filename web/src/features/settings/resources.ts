/** The answers of the server that the pages of the settings show. */
import { fetchMessageChoices, type MessageChoices } from "../../api/messages";
import { fetchPreferences, type Preferences } from "../../api/preferences";
import { fetchPrivacy, type PrivacyChoices } from "../../api/privacy";
import { type Block, fetchBlocks } from "../../api/safety";
import { Resource } from "../member/resource";

export const preferences = new Resource<Preferences>("settings/preferences", fetchPreferences);
export const privacy = new Resource<PrivacyChoices>("settings/privacy", fetchPrivacy);
export const messageChoices = new Resource<MessageChoices>(
  "settings/messages",
  fetchMessageChoices,
);
export const blocks = new Resource<Block[]>("settings/blocks", fetchBlocks);
