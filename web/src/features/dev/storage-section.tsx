/** The data that this browser stores for the app, its size, and a button that deletes each key. */
import { useEffect, useState } from "react";
import { useText } from "#/i18n/use-text";
import { removeStored } from "#/storage/local";
import { capacityBytes, countRecords, type RecordCount, readUsage } from "#/storage/usage";
import { Button } from "#/ui/button";
import { Card } from "#/ui/card";
import { Progress } from "#/ui/progress";
import { FactList } from "./fact-list";

export function StorageSection() {
  const t = useText();
  const [usage, setUsage] = useState(readUsage);
  const records = useRecords();
  const ourBytes = usage.texts.reduce((sum, { bytes }) => sum + bytes, 0);
  const used = t("dev.used", { bytes: ourBytes + usage.otherBytes, capacity: capacityBytes });
  return (
    <Card isFolded title={t("dev.storage")}>
      <ul className="flex flex-col divide-y divide-line">
        {usage.texts.map(({ key, bytes, isInMemory }) => (
          <li key={key} className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-1">
            <span className="font-mono text-sm wrap-anywhere">
              {key} · {t(isInMemory ? "dev.bytesInMemory" : "dev.bytes", { bytes })}
            </span>
            <Button
              variant="ghost"
              aria-label={t("dev.forgetKey", { key })}
              onClick={() => {
                removeStored(key);
                setUsage(readUsage());
              }}
            >
              {t("dev.forget")}
            </Button>
          </li>
        ))}
      </ul>
      {usage.texts.length === 0 ? <Nothing /> : null}
      <div className="flex flex-col gap-2">
        <p className="text-sm">{used}</p>
        <Progress
          label={t("dev.usage")}
          value={ourBytes + usage.otherBytes}
          max={capacityBytes}
          valueText={used}
        />
      </div>
      <h3 className="font-semibold">IndexedDB</h3>
      {records === null ? <p className="text-muted">{t("dev.notTold")}</p> : null}
      {records?.length === 0 ? <Nothing /> : null}
      <FactList
        facts={(records ?? []).map(({ database, store, nRecords }) => [
          `${database}/${store}`,
          nRecords,
        ])}
      />
    </Card>
  );
}

function Nothing() {
  return <p className="text-muted">{useText()("dev.nothingStored")}</p>;
}

function useRecords(): RecordCount[] | null {
  const [records, setRecords] = useState<RecordCount[] | null>([]);
  useEffect(() => {
    let isWanted = true;
    void countRecords().then((counted) => isWanted && setRecords(counted));
    return () => {
      isWanted = false;
    };
  }, []);
  return records;
}
