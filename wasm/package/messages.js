import { sentences as en } from "./messages/en.js";
import { sentences as ja } from "./messages/ja.js";
import { sentences as zhTW } from "./messages/zh-TW.js";
import { fill } from "./sentence.js";

export { sentenceKey } from "./sentence.js";

export const sentences = { en, ja, "zh-TW": zhTW };

export function sentence(error, language, label) {
  return fill(sentences[language], error, label);
}
