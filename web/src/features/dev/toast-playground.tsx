/** Toasts of every kind. */
import { useText } from "../../i18n/use-text";
import { addToast, type ToastColor } from "../../toasts/toasts";
import { Button } from "../../ui/button";

const colors: readonly ToastColor[] = ["neutral", "green", "red"];

export function ToastPlayground() {
  const t = useText();
  const addFive = () => {
    for (const number of [1, 2, 3, 4, 5]) addToast(t("dev.toast.numbered", { number }));
  };
  const addWithAction = () => {
    const action = {
      label: t("dev.toast.undo"),
      onClick: () => void addToast(t("dev.toast.undone"), { color: "green" }),
    };
    addToast(t("dev.toast.withAction"), { action });
  };
  return (
    <>
      <h3 className="font-semibold">{t("dev.toasts")}</h3>
      <div className="grid gap-2 min-[26rem]:grid-cols-2">
        {colors.map((color) => (
          <Button
            key={color}
            look="secondary"
            onClick={() => addToast(t(`dev.toast.${color}`), { color })}
          >
            {t(`dev.toast.${color}`)}
          </Button>
        ))}
        <Button look="secondary" onClick={addFive}>
          {t("dev.toast.five")}
        </Button>
        <Button look="secondary" onClick={addWithAction}>
          {t("dev.toast.withAction")}
        </Button>
        <Button
          look="secondary"
          onClick={() => addToast(t("dev.toast.staying"), { durationMs: Number.POSITIVE_INFINITY })}
        >
          {t("dev.toast.staying")}
        </Button>
      </div>
    </>
  );
}
