/** A mail server on this machine that takes every mail and keeps it. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { SMTPServer } from "smtp-server";

export interface Mail {
  to: string[];
  /** Headers and body as they came. */
  raw: string;
}

export interface MailServer {
  /** For the server's settings. */
  settings: Record<string, string>;
  /** In the order they came. */
  mails: Mail[];
  /** Waits for the mail of this number (from 1) to an address and gives the code in it. */
  codeTo: (address: string, number?: number) => Promise<string>;
  /** Whether mails are taken; one that is not is to be tried again later. */
  setOpen: (isOpen: boolean) => void;
  stop: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  let isOpen = true;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom(_address, _session, done) {
      const busy = Object.assign(new Error("try again later"), { responseCode: 451 });
      done(isOpen ? null : busy);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, raw: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const codesTo = (address: string) =>
    mails.filter(({ to }) => to.includes(address)).map(({ raw }) => codeIn(raw));
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "no-reply@example.com" },
    mails,
    codeTo: async (address, number = 1) => {
      await expect.poll(() => codesTo(address).length, { timeout: 10_000 }).toBe(number);
      return codesTo(address)[number - 1] ?? "";
    },
    setOpen: (open) => {
      isOpen = open;
    },
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

/** The six digits of the text; it may be written in either of the two ways mails are encoded in. */
function codeIn(raw: string): string {
  const [, headers = "", body = ""] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(raw) ?? [];
  const isBase64 = /^content-transfer-encoding:\s*base64/im.test(headers);
  const text = isBase64 ? Buffer.from(body, "base64").toString("utf8") : body;
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? "";
}
