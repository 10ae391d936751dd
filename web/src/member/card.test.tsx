import { screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PersonOnCard } from "#/api/introductions";
import type { Lists } from "#/core/lists";
import { text } from "#/i18n/use-text";
import { personOf } from "#/testing/mock/people";
import { cardOf, titleOf } from "./card";
import { draw, loadMessages, logInMember, logOutMember } from "./people.testing";
import { PersonCard } from "./person-card";

vi.mock(import("#/liff/liff"));

let lists: Lists;
beforeAll(async () => {
  lists = await loadMessages();
});
beforeEach(() => logInMember());
afterEach(logOutMember);

const card = (person: Partial<PersonOnCard> = {}, sharedTagIds: readonly number[] = []) =>
  cardOf({ t: text, lists, person: personOf(person), sharedTagIds });
const factsOf = (person: Partial<PersonOnCard>) => card(person).facts.map(({ text: fact }) => fact);

/** Returns the ids of tags by their keys. */
const idsOf = (...keys: readonly string[]) =>
  keys.map((key) => {
    const tags = lists.catalogue().tagGroups.flatMap((group) => group.tags);
    return tags.find((tag) => tag.key === key)?.id ?? -1;
  });

it("says the nickname and the age", () => {
  expect(titleOf(text, personOf())).toBe("小美, 32");
  expect(card().title).toBe("小美, 32");
});

describe("the facts", () => {
  it("are the work, the education, the city and the verified employer", () => {
    expect(factsOf({})).toEqual(["Design", "Master’s degree", "Taipei City", "Employer verified"]);
  });

  it("have the employer's name only if the person shows it", () => {
    expect(factsOf({ employerName: "台積電" })).toContain("Works at 台積電 (verified)");
    expect(factsOf({ employerName: "台積電", employerVerified: false }).join()).not.toContain(
      "台積電",
    );
    expect(factsOf({ employerVerified: false }).join()).not.toMatch(/verified/i);
  });

  it("have no city that this build does not know", () => {
    expect(factsOf({ city: "JP-99" })).toHaveLength(3);
  });
});

describe("the texts", () => {
  it("have no label without a text", () => {
    expect(card().texts).toEqual([]);
    expect(card({ dailyLife: "I walk.", mbti: "INFP" }).texts).toEqual([
      { label: text("member.card.dailyLife"), text: "I walk." },
      { label: text("vocabulary.field.mbti"), text: "INFP" },
    ]);
  });
});

describe("the tags", () => {
  it("begin with the shared ones, in their group", () => {
    const personalityTagIds = idsOf("outgoing", "calm", "humorous");
    const person = { personalityTagIds };
    expect(card(person, [...idsOf("humorous"), 999_999]).tags).toEqual([
      {
        label: text("vocabulary.field.personalityTagIds"),
        shared: ["Humorous"],
        names: ["Outgoing", "Calm"],
      },
    ]);
    draw(<PersonCard person={card(person, idsOf("humorous"))} />);
    const list = screen.getByText("Humorous").closest("ul") as HTMLElement;
    const names = within(list).getAllByRole("listitem");
    expect(names.map(({ textContent }) => textContent)).toEqual(["Humorous", "Outgoing", "Calm"]);
  });

  it("share nothing if the member has none of them", () => {
    expect(card({ personalityTagIds: idsOf("calm") }).tags[0]?.shared).toEqual([]);
  });

  it("have no group of which this build knows no tag", () => {
    expect(card({ hobbyTagIds: [999_999], petTagIds: [] }).tags).toEqual([]);
  });
});
