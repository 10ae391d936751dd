/** Saves the choices of a page: each tap shows at once, and the calls run one after the other. */
import { failureCode, hasCode } from "../../api/error";
import { createStore } from "../../lib/store";
import { asMember } from "../../person/identify-member";
import type { Resource } from "../member/resource";

interface SaverState<Choices> {
  /** The choices that the server has not confirmed yet. */
  wanted: Partial<Choices>;
  /** The choices of the latest call that ended, and the code of its failure; null if it succeeded. */
  latest: { names: (keyof Choices)[]; failure: string | null } | null;
}

export class ChoiceSaver<Choices extends object> {
  private readonly store = createStore<SaverState<Choices>>({ wanted: {}, latest: null });
  private isRunning = false;

  readonly subscribe = this.store.subscribe;
  readonly getState = this.store.get;

  constructor(
    /** The choices as the server has them. */
    private readonly resource: Resource<Choices>,
    /** Stores all choices on the server, and returns them as the server has them. */
    private readonly update: (choices: Choices) => Promise<Choices>,
  ) {}

  /** Changes one choice on the screen, and on the server after the call that runs. */
  change(change: Partial<Choices>): void {
    this.store.set({ wanted: { ...this.store.get().wanted, ...change }, latest: null });
    if (!this.isRunning) void this.send();
  }

  private async send(): Promise<void> {
    this.isRunning = true;
    for (let wanted = this.next(); wanted; wanted = this.next()) {
      const { known, change } = wanted;
      const names = Object.keys(change) as (keyof Choices)[];
      let failure: string | null = null;
      try {
        const answer = await asMember(() => this.update({ ...known, ...change }));
        this.resource.change(() => answer);
      } catch (error) {
        failure = failureCode(error);
        // Without an answer, we do not know what the server stored, so we ask it. E008 leaves the page.
        if (failure === "network" || hasCode(error, "E008")) void this.resource.refresh();
      }
      this.store.set({ wanted: this.unsent(change), latest: { names, failure } });
    }
    this.isRunning = false;
  }

  /** Returns the choices to send now, or null if there are none. */
  private next(): { known: Choices; change: Partial<Choices> } | null {
    const { data: known } = this.resource.getState();
    const { wanted: change } = this.store.get();
    return known && Object.keys(change).length > 0 ? { known, change } : null;
  }

  /** Returns the choices that the member has changed while `sent` was under way. */
  private unsent(sent: Partial<Choices>): Partial<Choices> {
    const wanted = Object.entries(this.store.get().wanted);
    return Object.fromEntries(
      wanted.filter(([name, value]) => sent[name as keyof Choices] !== value),
    ) as Partial<Choices>;
  }
}
