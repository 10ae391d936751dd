/** A person in front of any browser, for tests that run in Chromium and in WebKit. */
import type { Locator, Page } from "@playwright/test";
import {
  type FormControl,
  type FormPage,
  type Name,
  type RoleOptions,
  type WaitOptions,
  waitForApp,
} from "./form";

export interface VisitorPart extends FormControl {
  getByRole(role: string, options?: RoleOptions): VisitorPart;
  getByLabel(label: Name, options?: { exact?: boolean }): VisitorPart;
  getByText(text: Name, options?: { exact?: boolean }): VisitorPart;
  isThere(): Promise<boolean>;
  value(): Promise<string>;
  pick(...paths: readonly string[]): Promise<void>;
}

/** The part of `Person` in `webkit/person.ts` that a page of Playwright can be, too. */
export interface Visitor
  extends FormPage,
    Pick<VisitorPart, "getByRole" | "getByLabel" | "getByText"> {
  getByRole(role: string, options?: RoleOptions): VisitorPart;
  getByLabel(label: Name, options?: { exact?: boolean }): VisitorPart;
  open(path: string): Promise<void>;
  heading(name: Name): VisitorPart;
  /** Waits until the app has replaced the HTML's first screen, which has the same words. */
  startsApp(): Promise<void>;
  press(name: Name): Promise<void>;
  /** Runs a function in the page, with an argument that JSON can hold. */
  run<Result, Given>(
    work: (given: Given) => Result | Promise<Result>,
    given: Given,
  ): Promise<Result>;
  /** Becomes this user of the mock. The next load of the page reads it. */
  becomes(person: { userId: string }): Promise<void>;
  userId(): Promise<string>;
}

type Root = Pick<Locator, "getByRole" | "getByLabel" | "getByText">;

class ChromiumPart implements VisitorPart {
  constructor(private readonly found: Locator) {}

  getByRole(role: string, options: RoleOptions = {}) {
    return partOf(this.found, role, options);
  }
  getByLabel(label: Name, options: { exact?: boolean } = {}) {
    return new ChromiumPart(this.found.getByLabel(label, options));
  }
  getByText(text: Name, options: { exact?: boolean } = {}) {
    return new ChromiumPart(this.found.getByText(text, options));
  }
  check = () => this.one.check();
  click = () => this.one.click();
  fill = (text: string) => this.one.fill(text);
  selectOption = (value: string) => this.one.selectOption(value);
  waitFor = (options?: WaitOptions) => this.one.waitFor(options);
  isThere = () => this.one.isVisible();
  value = () => this.one.inputValue();
  pick = (...paths: readonly string[]) => this.one.setInputFiles([...paths]);

  private get one(): Locator {
    return this.found.first();
  }
}

const partOf = (root: Root, role: string, options: RoleOptions) =>
  new ChromiumPart(root.getByRole(role as Parameters<Page["getByRole"]>[0], options));

export class ChromiumVisitor implements Visitor {
  constructor(
    private readonly page: Page,
    /** The address of the app, without a slash at the end. */
    private readonly url: string,
  ) {}

  getByRole(role: string, options: RoleOptions = {}) {
    return partOf(this.page, role, options);
  }
  getByLabel(label: Name, options: { exact?: boolean } = {}) {
    return new ChromiumPart(this.page.getByLabel(label, options));
  }
  getByText(text: Name, options: { exact?: boolean } = {}) {
    return new ChromiumPart(this.page.getByText(text, options));
  }
  heading = (name: Name) => this.getByRole("heading", { name, exact: true });
  press = (name: Name) => this.getByRole("button", { name, exact: true }).click();

  startsApp = () => waitForApp(this.page);

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
  }

  run<Result, Given>(
    work: (given: Given) => Result | Promise<Result>,
    given: Given,
  ): Promise<Result> {
    return this.page.evaluate(work as (given: unknown) => Result | Promise<Result>, given);
  }

  async becomes({ userId }: { userId: string }): Promise<void> {
    await this.open("/loading.css");
    await this.run((id) => localStorage.setItem("enmusubi:mockUserId", id), userId);
  }

  async userId(): Promise<string> {
    const read = () => localStorage.getItem("enmusubi:mockUserId") ?? "";
    return await this.run(read, null);
  }
}
