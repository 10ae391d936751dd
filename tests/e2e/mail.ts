/** A mail server on this machine that accepts every mail and keeps it. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { SMTPServer } from "smtp-server";

export interface Mail {
  to: string[];
  /** The headers and the body as received. */
  raw: string;
}

export interface MailServer {
  /** The settings with which our server sends mails to this one. */
  settings: Record<string, string>;
  /** The mails in the order of their arrival. */
  mails: Mail[];
  /** Waits for the mail with this number (from 1) to an address, and returns the code in it. */
  codeTo: (address: string, number?: number) => Promise<string>;
  /** Accepts mails, or refuses them for now with "try again later". */
  setAccepting: (isAccepting: boolean) => void;
  stop: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  let isAccepting = true;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom(_address, _session, done) {
      const busy = Object.assign(new Error("try again later"), { responseCode: 451 });
      done(isAccepting ? null : busy);
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
    setAccepting: (wanted) => {
      isAccepting = wanted;
    },
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

/** Returns the six digits in a mail, whose body may be plain or base64. */
function codeIn(raw: string): string {
  const [, headers = "", body = ""] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(raw) ?? [];
  const isBase64 = /^content-transfer-encoding:\s*base64/im.test(headers);
  const text = isBase64 ? Buffer.from(body, "base64").toString("utf8") : body;
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? "";
}
