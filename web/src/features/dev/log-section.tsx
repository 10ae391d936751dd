/** The latest log lines of this page, including those that the page does not send to the server. */
import { useState } from "react";
import { useText } from "#/i18n/use-text";
import { recentLines } from "#/logger/logger";
import { Button } from "#/ui/button";
import { Card } from "#/ui/card";

export function LogSection() {
  const t = useText();
  const [lines, setLines] = useState(recentLines);
  return (
    <Card isFolded title={t("dev.log.title")}>
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
      <Button variant="secondary" onClick={() => setLines(recentLines())}>
        {t("dev.log.refresh")}
      </Button>
    </Card>
  );
}
