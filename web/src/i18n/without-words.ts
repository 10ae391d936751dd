/** What is said when no language could be loaded: the first page's few words, in all of ours at once. */
import { i18n } from "@lingui/core";

/** Does nothing where some language is there. */
export function speakWithoutWords(): void {
  if (i18n.locale) return;
  i18n.loadAndActivate({
    locale: "zh-TW",
    messages: {
      "shell.start.failed": "Enmusubi",
      "shell.start.config": "無法載入 · 読み込めませんでした · It did not load",
      "shell.start.offline": "沒有網路連線 · オフラインです · No connection",
      "shell.start.advice": "",
      "shell.start.offlineAdvice": "",
      "shell.retry": "重新載入 · 再読み込み · Reload",
    },
  });
}
