/**
 * Saves the choices of a page. The page shows each tap at once, and the calls run one after the other. A saver
 * belongs to the account and not to the page, because a page that opens again must know which choices are still being
 * sent.
 */
import { failureCode, hasCode } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import { type MessageChoices, updateMessageChoices } from "#/api/messages";
import { type PrivacyChoices, updatePrivacy } from "#/api/privacy";
import type { Account } from "#/lib/account";
import { createStore } from "#/lib/store";
import { messageChoices, privacy } from "#/member/choices";
import type { Resource } from "#/member/resource";
import { asMember } from "#/person/identify-member";
import { ownedByAccount } from "#/session/session";

interface SaverState<Choices> {
  /** The choices that the server has not confirmed yet. */
  wanted: Partial<Choices>;
  /** The names of the choices in the latest finished call, and the error code if that call failed. */
  latest: { names: (keyof Choices)[]; failure: string | null } | null;
}

export class ChoiceSaver<Choices extends object> {
  private readonly store;
  private isRunning = false;

  constructor(
    { signal }: Account,
    private readonly resource: Resource<Choices>,
    /** Stores all choices on the server, and returns the choices that the server now has. */
    private readonly update: (choices: Choices) => Promise<Choices>,
  ) {
    this.store = createStore<SaverState<Choices>>({ wanted: {}, latest: null }, signal);
  }

  readonly getState = () => this.store.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    const stop = this.store.subscribe(listener);
    return () => {
      stop();
      // Forget the result when the page closes, so that the next visit does not show the result.
      if (!this.store.isWatched()) this.store.set({ latest: null });
    };
  };

  /** Shows one choice at once, and sends it after the running call has ended. */
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
        showUnseenFailure(error, this.store.isWatched());
        // Without a response, we do not know what the server stored, so ask the server. E008 means that the account is
        // no longer approved. After the refresh, the route guard leaves the page.
        if (failure === "network" || hasCode(error, "E008")) void this.resource.refresh();
      }
      this.store.set({ wanted: this.unsent(change), latest: { names, failure } });
    }
    this.isRunning = false;
  }

  private next(): { known: Choices; change: Partial<Choices> } | null {
    const { data: known } = this.resource.getState();
    const { wanted: change } = this.store.get();
    return known && Object.keys(change).length > 0 ? { known, change } : null;
  }

  /** Returns the choices that the member has changed while the call with `sent` was running. */
  private unsent(sent: Partial<Choices>): Partial<Choices> {
    const wanted = Object.entries(this.store.get().wanted);
    return Object.fromEntries(
      wanted.filter(([name, value]) => sent[name as keyof Choices] !== value),
    ) as Partial<Choices>;
  }
}

export const privacySaver = ownedByAccount(
  (account) => new ChoiceSaver<PrivacyChoices>(account, privacy(), updatePrivacy),
);
export const messageSaver = ownedByAccount(
  (account) => new ChoiceSaver<MessageChoices>(account, messageChoices(), updateMessageChoices),
);
