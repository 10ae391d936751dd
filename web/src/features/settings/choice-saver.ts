/** Saves the choices of the privacy page: each tap shows at once, and the calls run one after the other. */
import { failureCode, hasCode } from "../../api/error";
import { type PrivacyChoices, updatePrivacy } from "../../api/privacy";
import { createStore } from "../../lib/store";
import { asMember } from "../../person/identify-member";
import { privacy } from "./resources";

export type ChoiceName = keyof PrivacyChoices;

interface SaverState {
  /** The choices that the server has not confirmed yet. */
  wanted: Partial<PrivacyChoices>;
  /** The choices of the latest call that ended, and the code of its failure; null if it succeeded. */
  latest: { names: ChoiceName[]; failure: string | null } | null;
}

export class ChoiceSaver {
  private readonly store = createStore<SaverState>({ wanted: {}, latest: null });
  private isRunning = false;

  readonly subscribe = this.store.subscribe;
  readonly getState = this.store.get;

  /** Changes one choice on the screen, and on the server after the call that runs. */
  change(change: Partial<PrivacyChoices>): void {
    this.store.set({ wanted: { ...this.store.get().wanted, ...change }, latest: null });
    if (!this.isRunning) void this.send();
  }

  private async send(): Promise<void> {
    this.isRunning = true;
    for (let wanted = this.next(); wanted; wanted = this.next()) {
      const { known, change } = wanted;
      const names = Object.keys(change) as ChoiceName[];
      let failure: string | null = null;
      try {
        const answer = await asMember(() => updatePrivacy({ ...known, ...change }));
        privacy.change(() => answer);
      } catch (error) {
        failure = failureCode(error);
        // An answer that is lost says nothing about what the server has stored; E008 leaves the page.
        if (failure === "network" || hasCode(error, "E008")) void privacy.refresh();
      }
      this.store.set({ wanted: this.unsent(change), latest: { names, failure } });
    }
    this.isRunning = false;
  }

  /** Returns the choices to send now, or null if there are none. */
  private next(): { known: PrivacyChoices; change: Partial<PrivacyChoices> } | null {
    const { data: known } = privacy.getState();
    const { wanted: change } = this.store.get();
    return known && Object.keys(change).length > 0 ? { known, change } : null;
  }

  /** Returns the choices that the member has changed while `sent` was under way. */
  private unsent(sent: Partial<PrivacyChoices>): Partial<PrivacyChoices> {
    const wanted = Object.entries(this.store.get().wanted);
    return Object.fromEntries(
      wanted.filter(([name, value]) => sent[name as ChoiceName] !== value),
    ) as Partial<PrivacyChoices>;
  }
}
