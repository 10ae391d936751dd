/** LINE's flows that the developer page can try, each with initial inputs. */
import { type LineFlows, type LinePermission, linePermissions } from "#/liff/flows";
import type { FlowOutcome } from "#/liff/flows/outcome";
import type { SubWindowEnd, WindowMessage } from "#/liff/flows/sub-window";

interface FlowInput {
  name: "messages" | "window" | "url" | "message" | "permission";
  initial: string;
  isJson: boolean;
}

export interface FlowSpec {
  name: string;
  inputs: readonly FlowInput[];
  /** Runs the flow. Calls `report` for events after the outcome, such as the end of a sub-window. */
  run(values: readonly unknown[], report: (line: string) => void): Promise<FlowOutcome<unknown>>;
}

interface FlowSurroundings {
  flows: LineFlows;
  say: (end: SubWindowEnd) => string;
  liffUrl: string;
  endpointUrl: string;
}

const asJson = (name: FlowInput["name"], value: unknown): FlowInput => ({
  name,
  initial: JSON.stringify(value, null, 2),
  isJson: true,
});
const asText = (name: FlowInput["name"], initial: string): FlowInput => ({
  name,
  initial,
  isJson: false,
});

export function flowSpecs({ flows, say, liffUrl, endpointUrl }: FlowSurroundings): FlowSpec[] {
  const messages = asJson("messages", [{ type: "text", text: "Enmusubi" }]);
  const message = asJson("message", { from: "dev" });
  const below = asText("url", endpointUrl);
  return [
    { name: "sendMessages", inputs: [messages], run: ([given]) => flows.sendMessages(given) },
    { name: "shareMessages", inputs: [messages], run: ([given]) => flows.shareMessages(given) },
    {
      name: "openWindow",
      inputs: [asJson("window", { url: "https://line.me/", external: true })],
      run: ([given]) => flows.openWindow(given),
    },
    {
      name: "openSubWindow",
      inputs: [asText("url", liffUrl), message],
      run: ([url, given], report) =>
        flows.openSubWindow(String(url), given as WindowMessage, (end) => report(say(end))),
    },
    { name: "readOpeningMessage", inputs: [], run: () => flows.readOpeningMessage() },
    {
      name: "submitToMainWindow",
      inputs: [message],
      run: ([given]) => flows.answerMainWindow("submit", given as WindowMessage),
    },
    {
      name: "cancelToMainWindow",
      inputs: [message],
      run: ([given]) => flows.answerMainWindow("cancel", given as WindowMessage),
    },
    { name: "closeSubWindow", inputs: [], run: () => flows.closeSubWindow() },
    {
      name: "queryPermission",
      inputs: [asText("permission", linePermissions[0])],
      run: ([name]) => flows.queryPermission(name as LinePermission),
    },
    { name: "listGrantedPermissions", inputs: [], run: () => flows.listGrantedPermissions() },
    { name: "requestAllPermissions", inputs: [], run: () => flows.requestAllPermissions() },
    { name: "createShortcut", inputs: [below], run: ([url]) => flows.createShortcut(String(url)) },
    {
      name: "makePermanentLink",
      inputs: [below],
      run: ([url]) => flows.makePermanentLink(String(url)),
    },
    { name: "scanCode", inputs: [], run: () => flows.scanCode() },
    { name: "closeWindow", inputs: [], run: () => flows.closeWindow() },
  ];
}
