/** The switches for the topics about which a member gets messages in LINE. The page saves each change at once. */
import { useSyncExternalStore } from "react";
import type { MessageChoices } from "#/api/messages";
import { useText } from "#/i18n/use-text";
import { addFriendUrl } from "#/lib/config";
import { openExternally } from "#/liff/liff";
import { useOwned } from "#/session/session";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Card } from "#/ui/card";
import { Choice } from "./choice";
import { messageSaver } from "./choice-saver";

const topics = ["reviews", "matches", "notes", "introductions"] as const;

export function MessageChoicesForm({ known }: { known: MessageChoices }) {
  const t = useText();
  const saver = useOwned(messageSaver);
  const { wanted } = useSyncExternalStore(saver.subscribe, saver.getState);
  const choices = { ...known, ...wanted };
  const { isReachable, quietFrom = "", quietUntil = "" } = known;
  return (
    <>
      {isReachable === false ? (
        <Banner
          title={t("settings.messages.unreachable")}
          action={
            <Button variant="secondary" onClick={() => openExternally(addFriendUrl())}>
              {t("settings.messages.addFriend")}
            </Button>
          }
        >
          {t("settings.messages.unreachable.text")}
        </Banner>
      ) : null}
      <Card title={t("settings.messages.topics")}>
        {topics.map((topic) => (
          <Choice
            key={topic}
            saver={saver}
            name={topic}
            label={t(`settings.messages.${topic}`)}
            checked={choices[topic]}
            onChange={(isOn) => saver.change({ [topic]: isOn })}
          >
            <p>{t(`settings.messages.${topic}.text`)}</p>
          </Choice>
        ))}
      </Card>
      <p className="text-muted">
        {t("settings.messages.quiet", { from: quietFrom, until: quietUntil })}
      </p>
    </>
  );
}
