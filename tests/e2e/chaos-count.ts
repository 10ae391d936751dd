/** Counts the profiles and photos that the server has of people who registered. */
import type { Page } from "@playwright/test";
import type { LinePerson } from "./line";
import { readMark } from "./marked-pictures";
import type { LineStage } from "./stage";

/** A person who registered, and the numbers in their photos, in order. */
export interface Registration {
  person: LinePerson;
  marks: number[];
}

export interface ServerCounts {
  /** The number of profiles that the server has of these people. */
  profiles: number;
  /** The number of profiles beyond the first of each person. */
  duplicates: number;
  /** The LINE user ids of the people without a profile. */
  lost: string[];
  photosAdded: number;
  /** The number of photos that are at their place and show the right picture. */
  photosRight: number;
}

/** Counts the profiles and photos of these people, over a stable connection to the server. */
export async function countOnServer(
  { server, line, browser }: LineStage,
  registrations: Registration[],
): Promise<ServerCounts> {
  const list = await server.run("review", "list");
  const listed: string[] = list.match(/U[0-9a-f]{32}/g) ?? [];
  const ids = registrations.map(({ person }) => person.userId);
  const context = await browser.newContext();
  const page = await context.newPage();
  // This empty page only decodes pictures.
  await page.goto("about:blank");
  let photosRight = 0;
  for (const { person, marks } of registrations) {
    if (!listed.includes(person.userId)) continue;
    await line.control({ person });
    const found = await marksOnServer(server.url, (await line.launch()).idToken, person, page);
    photosRight += marks.filter((mark, slot) => found[slot] === mark).length;
    // A photo too many counts against the right ones.
    photosRight -= Math.max(0, found.length - marks.length);
  }
  await context.close();
  const profiles = listed.filter((id) => ids.includes(id));
  return {
    profiles: profiles.length,
    duplicates: profiles.length - new Set(profiles).size,
    lost: ids.filter((id) => !listed.includes(id)),
    photosAdded: registrations.reduce((sum, { marks }) => sum + marks.length, 0),
    photosRight,
  };
}

/** Returns the numbers in the photos of a profile, in order. */
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
