/** Data of the server that several pages share. A page shows the stored data at once, and then the server's answer. */
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
  /** Null until the server has answered or the stored data has been read. */
  data: Data | null;
  /** The time of the server's answer in Unix milliseconds, or 0 before the first answer. */
  loadedAtMs: number;
  isLoading: boolean;
  /** The error of the latest attempt, or null. After an error, the data may be old. */
  error: unknown;
}

const empty = { data: null, loadedAtMs: 0, isLoading: false, error: null };

interface StoredAnswer<Data> {
  build: string | null;
  loadedAtMs: number;
  data: Data;
}

/** Returns true if this build stored the data. Another build may use another format. */
const isOfOwnBuild = ({ build }: StoredAnswer<unknown>) => build === ownBuildId();

/** Data of the server for one account. A logout empties the resource. */
export class Resource<Data> {
  private readonly store: ReturnType<typeof createStore<ResourceState<Data>>>;
  /** Counts the changes of the data on this device. If the count grows during a request, `request()` asks again. */
  private nChanges = 0;
  private running: Promise<void> | null = null;

  constructor(
    private readonly account: Account,
    private readonly name: AnswerName,
    private readonly fetchData: () => Promise<Data>,
    /** Returns true if this build can show the stored data. By default, a build shows only what it stored itself. */
    private readonly canShow: (stored: StoredAnswer<unknown>) => boolean = isOfOwnBuild,
  ) {
    this.store = createStore<ResourceState<Data>>(empty, account.signal);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.store.subscribe(listener);
  readonly getState = (): ResourceState<Data> => this.store.get();

  /** Shows the stored data if there is none yet, and asks the server. Never throws, but sets `error` in the state. */
  readonly refresh = async (): Promise<void> => {
    this.running ??= this.load().finally(() => {
      this.running = null;
    });
    await this.running;
  };

  /** Call this after the server has changed the data. Makes the same change on this device without another request. */
  change(change: (data: Data) => Data): void {
    const { data, loadedAtMs } = this.getState();
    if (data === null) this.outdate();
    else this.set(change(data), loadedAtMs);
  }

  /** Discards the answers to running calls, because the server has just changed the data. */
  outdate(): void {
    this.nChanges += 1;
  }

  /** Fetches the data, and shows and stores it. Throws the error of the call. */
  async ask(): Promise<Data> {
    const data = await this.request();
    this.set(data, Date.now());
    this.store.set({ error: null });
    return data;
  }

  async findStored(): Promise<Data | null> {
    return (await this.readStored())?.data ?? null;
  }

  /** Reads the stored data while the request runs and not before, because a database that hangs would block it. */
  private async load(): Promise<void> {
    this.store.set({ isLoading: true });
    const showing = this.getState().data === null ? this.showStored() : undefined;
    try {
      await this.ask();
      this.store.set({ isLoading: false });
    } catch (error) {
      // Offline, the call fails at once. Wait for the stored data, so that the page shows it with the error.
      if (showing) await waitForStored(showing);
      this.store.set({ isLoading: false, error });
      // E008: the account is no longer approved. Update its status, so that the route guard opens the right page.
      if (hasCode(error, "E008")) void identifyMember();
    }
  }

  /** Asks the server, and asks again if the data on this device changed during the call. */
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

export function ownedResource<Data>(
  name: AnswerName,
  fetchData: () => Promise<Data>,
  canShow?: (stored: StoredAnswer<unknown>) => boolean,
): () => Resource<Data> {
  return ownedByAccount((account) => new Resource(account, name, fetchData, canShow));
}

export interface UsedResource<Data> extends ResourceState<Data> {
  /** True until the page's first request has ended. Until then, an empty stored list may be out of date. */
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
    // Refresh when the server is reachable again. When the page opens, this effect and the effect above share one call.
    if (!isLost) void refresh();
  }, [refresh, isLost]);
  useReturn(refresh);
  return { ...state, isOpening, refresh };
}
