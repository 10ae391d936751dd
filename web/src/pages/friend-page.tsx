/** Asks to add the official account as a friend, and looks again when the person comes back. */
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { setStage } from "../app/stage";
import { useText } from "../i18n/use-text";
import { addFriendUrl } from "../lib/config";
import { fetchFriendship, openExternally } from "../liff/liff";
import { paths } from "../routes/paths";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { Knot } from "../ui/knot";
import { Page } from "../ui/page";

type Look = "idle" | "looking" | "notYet" | "failed";

export function FriendPage() {
  const t = useText();
  const { look, lookAgain } = useFriendship();
  return (
    <Page
      title={t("shell.friend.title")}
      eyebrow={<Knot className="size-14" />}
      actions={
        <>
          <Button onClick={() => openExternally(addFriendUrl())}>{t("shell.friend.add")}</Button>
          <Button look="secondary" isBusy={look === "looking"} onClick={lookAgain}>
            {t("shell.friend.again")}
          </Button>
        </>
      }
    >
      <p className="text-lg text-muted">{t("shell.friend.lead")}</p>
      <ol className="flex list-decimal flex-col gap-2 pl-6">
        <li>{t("shell.friend.step1")}</li>
        <li>{t("shell.friend.step2")}</li>
        <li>{t("shell.friend.step3")}</li>
      </ol>
      {look === "notYet" ? <Banner title={t("shell.friend.notYet")} /> : null}
      {look === "failed" ? <Banner tone="danger" title={t("shell.offline")} /> : null}
    </Page>
  );
}

function useFriendship() {
  const navigate = useNavigate();
  const [look, setLook] = useState<Look>("idle");
  const lookAgain = useCallback(async () => {
    setLook("looking");
    try {
      const isFriend = await fetchFriendship();
      setStage({ isFriend });
      setLook("notYet");
      if (isFriend) await navigate({ to: paths.index, replace: true });
    } catch {
      setLook("failed");
    }
  }, [navigate]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") void lookAgain();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [lookAgain]);
  return { look, lookAgain };
}
