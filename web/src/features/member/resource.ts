/** The server's answers that several pages show: at once from this device, and again from the server. */
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { hasCode } from "../../api/error";
import { ownBuildId } from "../../lib/build-id";
import { useReturn } from "../../lib/return";
import { createStore } from "../../lib/store";
import { getLiffUser } from "../../liff/liff";
import { asMember, identifyMember } from "../../person/identify-member";
import { sessionEpoch, useSession } from "../../session/session";
import { type AnswerName, readAnswer, writeAnswer } from "../../storage/answer-cache";

export interface ResourceState<Data> {
  /** Null before the first answer, if this device has none of an earlier start either. */
  data: Data | null;
  /** The time of the answer, in Unix milliseconds; 0 without one. */
  loadedAtMs: number;
  isLoading: boolean;
  /** The error of the latest attempt: the data may be old. Null if it succeeded. */
  error: unknown;
}

/** The stored shape. */
export interface StoredAnswer<Data> {
  build: string | null;
  loadedAtMs: number;
  data: Data;
}

/** Returns the record of this build. Another build may have stored another shape, so that its record is none. */
async function readOwnBuild<Data>(
  account: string,
  name: AnswerName,
): Promise<StoredAnswer<Data> | null> {
  const stored = (await readAnswer(account, name)) as StoredAnswer<Data> | null;
  return stored?.build === ownBuildId() ? stored : null;
}

/** An answer of the server, for the member of this window. */
export class Resource<Data> {
  private readonly store = createStore<ResourceState<Data>>({
    data: null,
    loadedAtMs: 0,
    isLoading: false,
    error: null,
  });
  /** The session and the account whose data this is. */
  private owner = "";
  /** Counted up by each local change. An answer to an earlier request must not replace it. */
  private nChanges = 0;
  private running: Promise<void> | null = null;

  constructor(
    private readonly name: AnswerName,
    private readonly fetchData: () => Promise<Data>,
    /** Returns the record of an earlier start, or null if there is none that this build can show. */
    private readonly readStored: (
      account: string,
      name: AnswerName,
    ) => Promise<StoredAnswer<Data> | null> = readOwnBuild,
  ) {}

  readonly subscribe = this.store.subscribe;

  readonly getState = (): ResourceState<Data> => {
    const owner = `${sessionEpoch()} ${getLiffUser().userId}`;
    if (this.owner !== owner) {
      // After a logout, or for another account, nothing of the earlier one may be shown.
      this.owner = owner;
      this.running = null;
      this.store.set({ data: null, loadedAtMs: 0, isLoading: false, error: null });
    }
    return this.store.get();
  };

  /** Shows the answer that this device has, and asks the server. */
  readonly refresh = async (): Promise<void> => {
    this.getState();
    if (this.running === null) {
      const loading = this.load(this.owner).finally(() => {
        // Another account may have started a refresh of its own in the meantime.
        if (this.running === loading) this.running = null;
      });
      this.running = loading;
    }
    await this.running;
  };

  /** Changes the data as the server has just done, without asking it. */
  change(change: (data: Data) => Data): void {
    const { data } = this.getState();
    if (data === null) return;
    this.nChanges += 1;
    this.set(change(data), this.store.get().loadedAtMs);
  }

  /** Keeps an answer of the server that another part of the app has asked for. */
  keep(data: Data): void {
    this.getState();
    this.set(data, Date.now());
    this.store.set({ error: null });
  }

  /** Returns the answer that this device has from an earlier start, or null. */
  async findStored(): Promise<Data | null> {
    return (await this.readStored(getLiffUser().userId, this.name))?.data ?? null;
  }

  private async load(owner: string): Promise<void> {
    const isCurrent = () => {
      this.getState();
      return this.owner === owner;
    };
    this.store.set({ isLoading: true });
    const answer = this.request();
    // Its error is handled below, after the stored answer is shown.
    answer.catch(() => undefined);
    if (this.store.get().data === null) await this.showStored(isCurrent);
    try {
      const data = await answer;
      if (!isCurrent()) return;
      this.set(data, Date.now());
      this.store.set({ isLoading: false, error: null });
    } catch (error) {
      if (!isCurrent()) return;
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

  private async showStored(isCurrent: () => boolean): Promise<void> {
    const stored = await this.readStored(getLiffUser().userId, this.name);
    if (stored === null || !isCurrent() || this.store.get().data !== null) return;
    this.store.set({ data: stored.data, loadedAtMs: stored.loadedAtMs });
  }

  private set(data: Data, loadedAtMs: number): void {
    this.store.set({ data, loadedAtMs });
    const stored: StoredAnswer<Data> = { build: ownBuildId(), loadedAtMs, data };
    void writeAnswer(getLiffUser().userId, this.name, stored);
  }
}

export interface UsedResource<Data> extends ResourceState<Data> {
  /** True until the page's first question is answered: an empty list may be out of date. */
  isOpening: boolean;
  refresh: () => Promise<void>;
}

/** Returns the state, and refreshes it when the page opens, comes back into view, or is online again. */
export function useResource<Data>(resource: Resource<Data>): UsedResource<Data> {
  const state = useSyncExternalStore(resource.subscribe, resource.getState);
  const [isOpening, setOpening] = useState(true);
  const isLost = useSession().registration === "unreachable";
  const refresh = useCallback(() => resource.refresh(), [resource]);
  useEffect(() => {
    void refresh().finally(() => setOpening(false));
    window.addEventListener("online", refresh);
    return () => window.removeEventListener("online", refresh);
  }, [refresh, isLost]);
  useReturn(refresh);
  return { ...state, isOpening, refresh };
}
