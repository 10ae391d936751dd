/** The server's answers that several pages show: at once from this device, and again from the server. */
import { useCallback, useEffect, useState } from "react";
import { hasCode } from "#/api/error";
import type { Account } from "#/lib/account";
import { ownBuildId } from "#/lib/build-id";
import { useReturn } from "#/lib/return";
import { createStore } from "#/lib/store";
import { asMember, identifyMember } from "#/person/identify-member";
import { ownedByAccount, useOwned, useOwnedState, useSession } from "#/session/session";
import { type AnswerName, readAnswer, waitForStored, writeAnswer } from "#/storage/account-store";

interface ResourceState<Data> {
  /** Null before the first answer, if this device has none of an earlier start either. */
  data: Data | null;
  /** The time of the answer, in Unix milliseconds; 0 without one. */
  loadedAtMs: number;
  isLoading: boolean;
  /** The error of the latest attempt: the data may be old. Null if it succeeded. */
  error: unknown;
}

const empty = { data: null, loadedAtMs: 0, isLoading: false, error: null };

/** The stored shape. */
interface StoredAnswer<Data> {
  build: string | null;
  loadedAtMs: number;
  data: Data;
}

/** Returns whether this build stored the record. Another build may have stored another shape. */
const isOfOwnBuild = ({ build }: StoredAnswer<unknown>) => build === ownBuildId();

/** An answer of the server to an account. A logout empties it. */
export class Resource<Data> {
  private readonly store: ReturnType<typeof createStore<ResourceState<Data>>>;
  /** Counted up by each change of the data. An answer to an earlier request must not replace it. */
  private nChanges = 0;
  private running: Promise<void> | null = null;

  constructor(
    private readonly account: Account,
    private readonly name: AnswerName,
    private readonly fetchData: () => Promise<Data>,
    /** Returns whether this build can show a record of an earlier start. */
    private readonly canShow: (stored: StoredAnswer<unknown>) => boolean = isOfOwnBuild,
  ) {
    this.store = createStore<ResourceState<Data>>(empty, account.signal);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.store.subscribe(listener);
  readonly getState = (): ResourceState<Data> => this.store.get();

  /** Shows the answer that this device has, and asks the server. */
  readonly refresh = async (): Promise<void> => {
    this.running ??= this.load().finally(() => {
      this.running = null;
    });
    await this.running;
  };

  /** Changes the data as the server has just done, without asking it. */
  change(change: (data: Data) => Data): void {
    const { data, loadedAtMs } = this.getState();
    if (data === null) this.outdate();
    else this.set(change(data), loadedAtMs);
  }

  /** Says that the server has just changed the data, so that an answer which is on its way is out of date. */
  outdate(): void {
    this.nChanges += 1;
  }

  /** Asks the server, and keeps its answer. Throws what the call throws. */
  async ask(): Promise<Data> {
    const data = await this.request();
    this.set(data, Date.now());
    this.store.set({ error: null });
    return data;
  }

  /** Returns the answer that this device has from an earlier start, or null. */
  async findStored(): Promise<Data | null> {
    return (await this.readStored())?.data ?? null;
  }

  /** The stored answer and the server's come independently, because the database may never answer. */
  private async load(): Promise<void> {
    this.store.set({ isLoading: true });
    const showing = this.getState().data === null ? this.showStored() : undefined;
    try {
      await this.ask();
      this.store.set({ isLoading: false });
    } catch (error) {
      // Without a network the call fails at once, before the stored answer is read.
      if (showing) await waitForStored(showing);
      this.store.set({ isLoading: false, error });
      // E008: the account is not approved any more. The guard then leads to the page that says so.
      if (hasCode(error, "E008")) void identifyMember();
    }
  }

  /** Asks the server, and again if the data changed here while the answer was on its way. */
  private async request(): Promise<Data> {
    for (;;) {
      const { nChanges } = this;
      const data = await asMember(this.fetchData);
      if (this.nChanges === nChanges) return data;
    }
  }

  private async showStored(): Promise<void> {
    const stored = await this.readStored();
    if (stored === null || this.getState().data !== null) return;
    this.store.set({ data: stored.data, loadedAtMs: stored.loadedAtMs });
  }

  private async readStored(): Promise<StoredAnswer<Data> | null> {
    const stored = (await readAnswer(this.account, this.name)) as StoredAnswer<Data> | null;
    return stored !== null && this.canShow(stored) ? stored : null;
  }

  private set(data: Data, loadedAtMs: number): void {
    this.outdate();
    this.store.set({ data, loadedAtMs });
    const stored: StoredAnswer<Data> = { build: ownBuildId(), loadedAtMs, data };
    void writeAnswer(this.account, this.name, stored);
  }
}

/** Returns a function for the resource of the account that is logged in. */
export function ownedResource<Data>(
  name: AnswerName,
  fetchData: () => Promise<Data>,
  canShow?: (stored: StoredAnswer<unknown>) => boolean,
): () => Resource<Data> {
  return ownedByAccount((account) => new Resource(account, name, fetchData, canShow));
}

export interface UsedResource<Data> extends ResourceState<Data> {
  /** True until the page's first question is answered: an empty list may be out of date. */
  isOpening: boolean;
  refresh: () => Promise<void>;
}

/** Returns the state, and refreshes it when the page opens, comes back into view, or is online again. */
export function useResource<Data>(owned: () => Resource<Data>): UsedResource<Data> {
  const resource = useOwned(owned);
  const state = useOwnedState(owned);
  const [isOpening, setOpening] = useState(true);
  const isLost = useSession().registration === "unreachable";
  const refresh = useCallback(() => resource.refresh(), [resource]);
  useEffect(() => {
    void refresh().finally(() => setOpening(false));
    window.addEventListener("online", refresh);
    return () => window.removeEventListener("online", refresh);
  }, [refresh]);
  useEffect(() => {
    // Refresh when the server can be reached again. When the page opens, both effects share one request.
    if (!isLost) void refresh();
  }, [refresh, isLost]);
  useReturn(refresh);
  return { ...state, isOpening, refresh };
}
