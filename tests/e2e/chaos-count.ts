/** What the server has of people who registered: profiles, and the photos in them. */
import type { Page } from "@playwright/test";
import type { LinePerson } from "./line";
import { readMark } from "./marked-pictures";
import type { LineStage } from "./stage";

/** Who registered, and the numbers in the pictures they picked, in their order. */
export interface Registration {
  person: LinePerson;
  marks: number[];
}

export interface Found {
  /** Profiles that the server has of these people. */
  profiles: number;
  /** Profiles beyond one a person. */
  duplicates: number;
  /** People without a profile, by their LINE ids. */
  lost: string[];
  photosPicked: number;
  /** Photos that are at their place and show what was picked. */
  photosRight: number;
}

/** Asks the server, past the network that flaps, what it has of these people. */
export async function lookAtServer(
  { server, line, browser }: LineStage,
  registrations: Registration[],
): Promise<Found> {
  const list = await server.run("review", "list");
  const listed: string[] = list.match(/U[0-9a-f]{32}/g) ?? [];
  const ids = registrations.map(({ person }) => person.userId);
  const context = await browser.newContext();
  const page = await context.newPage();
  // A place where pictures can be decoded; nothing is loaded.
  await page.goto("about:blank");
  let photosRight = 0;
  for (const { person, marks } of registrations) {
    if (!listed.includes(person.userId)) continue;
    await line.control({ person });
    const found = await marksOnServer(server.url, (await line.launch()).idToken, person, page);
    photosRight += marks.filter((mark, slot) => found[slot] === mark).length;
    // One photo more than was picked is none of the right ones.
    photosRight -= Math.max(0, found.length - marks.length);
  }
  await context.close();
  const profiles = listed.filter((id) => ids.includes(id));
  return {
    profiles: profiles.length,
    duplicates: profiles.length - new Set(profiles).size,
    lost: ids.filter((id) => !listed.includes(id)),
    photosPicked: registrations.reduce((sum, { marks }) => sum + marks.length, 0),
    photosRight,
  };
}

/** The numbers in the photos of a profile, in their order. */
async function marksOnServer(
  url: string,
  idToken: string,
  { userId }: LinePerson,
  page: Page,
): Promise<(number | null)[]> {
  const { token } = await askJson<{ token: string }>(`${url}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Line-Id-Token": idToken },
    body: JSON.stringify({ account: userId, password: userId }),
  });
  const { photos } = await askJson<{ photos: { url: string }[] }>(`${url}/api/user/my-info`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return await Promise.all(
    photos.map(async (photo) => {
      const answer = await fetch(new URL(photo.url, url));
      return answer.ok ? await readMark(page, await answer.arrayBuffer()) : null;
    }),
  );
}

async function askJson<Answer>(url: string, request: RequestInit): Promise<Answer> {
  const answer = await fetch(url, request);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
