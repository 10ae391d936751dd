/** The ids of all messages, which the compiler reads from the English files. */
import type sentences from "../../../core/src/messages/en.json";
import type console from "./messages/en/console.json";
import type dev from "./messages/en/dev.json";
import type edit from "./messages/en/edit.json";
import type errors from "./messages/en/errors.json";
import type failure from "./messages/en/failure.json";
import type introductions from "./messages/en/introductions.json";
import type line from "./messages/en/line.json";
import type matches from "./messages/en/matches.json";
import type member from "./messages/en/member.json";
import type news from "./messages/en/news.json";
import type privacy from "./messages/en/privacy.json";
import type profile from "./messages/en/profile.json";
import type register from "./messages/en/register.json";
import type rights from "./messages/en/rights.json";
import type settings from "./messages/en/settings.json";
import type shell from "./messages/en/shell.json";
import type ui from "./messages/en/ui.json";
import type vocabulary from "./messages/en/vocabulary.json";

/** The ids of core's sentences about broken rules, which `vite/messages.ts` adds to the namespace `errors`. */
type RuleIds = Record<`errors.${keyof typeof sentences}`, string>;

export type MessageId = keyof (typeof console &
  typeof dev &
  typeof edit &
  typeof errors &
  typeof failure &
  typeof introductions &
  typeof line &
  typeof matches &
  typeof member &
  typeof news &
  typeof privacy &
  typeof profile &
  typeof register &
  typeof rights &
  typeof settings &
  typeof shell &
  typeof ui &
  typeof vocabulary &
  RuleIds);

/**
 * Checks a message id at compile time. An id that the compiler knows completely must be the id of a message. If an id
 * contains a word of type `string`, such as a code from the server, some message must match the rest of the id, and
 * `messages.test.ts` checks that each such word has its message.
 */
export type CheckedId<Id extends string> =
  Record<never, 1> extends Record<Id, 1>
    ? [Extract<MessageId, Id>] extends [never]
      ? never
      : unknown
    : MessageId;
