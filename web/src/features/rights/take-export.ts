/** Brings the export to where this browser can keep a file. */
import { createExportLink } from "../../api/account";
import { isInLine, openExternally } from "../../liff/liff";
import { asMember } from "../../person/identify-member";

/** LINE's own browser keeps no files: there, the phone's browser fetches it. */
export async function takeExport(): Promise<"saved" | "opened"> {
  const url = await asMember(createExportLink);
  const address = new URL(url, window.location.href).href;
  if (isInLine()) {
    openExternally(address);
    return "opened";
  }
  // With the attribute an answer that is no file does not take the page's place.
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
  return "saved";
}
