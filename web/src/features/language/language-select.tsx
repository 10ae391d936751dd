/** The menu for the language of the members' app. */
import { useEffect } from "react";
import { prefetchOtherLanguages } from "#/i18n/load";
import { whenIdle } from "#/lib/idle";
import { changeLanguage } from "./change-language";
import { LanguageMenu } from "./language-menu";

export function LanguageSelect() {
  // The other languages are preloaded, so that the page works offline in each of them.
  useEffect(() => {
    let isMounted = true;
    const prefetch = async () => {
      await whenIdle();
      if (isMounted) await prefetchOtherLanguages();
    };
    void prefetch();
    return () => {
      isMounted = false;
    };
  }, []);
  return <LanguageMenu className="-mr-2" onPick={(language) => void changeLanguage(language)} />;
}
