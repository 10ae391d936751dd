/** The latest log lines of this page, also those the server is not told. */
import { useState } from "react";
import { useText } from "../../i18n/use-text";
import { recentLines } from "../../logger/logger";
import { Button } from "../../ui/button";
import { Section } from "../../ui/section";

export function LogSection() {
  const t = useText();
  const [lines, setLines] = useState(recentLines);
  return (
    <Section title={t("dev.log.title")}>
      {lines.length === 0 ? <p className="text-muted">{t("dev.log.empty")}</p> : null}
      <ol className="flex flex-col gap-1 font-mono text-sm">
        {lines.map(({ level, message, atMs }, index) => (
          <li key={`${atMs} ${index}`} className="wrap-anywhere">
            <span className="text-muted">
              {new Date(atMs).toLocaleTimeString()} {level}
            </span>{" "}
            {message}
          </li>
        ))}
      </ol>
      <Button look="secondary" onClick={() => setLines(recentLines())}>
        {t("dev.log.refresh")}
      </Button>
    </Section>
  );
}
