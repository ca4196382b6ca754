/**
 * Messages between tabs of the wallet. `lock`: lock now; `contents`: the stored wallet has new contents under the same
 * key; `vault`: a wallet was created, removed, or stored under another password. vault.ts follows them.
 */
const TAB_MESSAGES = ['lock', 'contents', 'vault'] as const;
export type TabMessage = (typeof TAB_MESSAGES)[number];

/** The other tabs of this wallet in the same browser. */
export interface Tabs {
  /** Sends a message to every other tab. */
  post(message: TabMessage): void;
  /** Calls back for messages of other tabs; returns a function that unsubscribes. */
  listen(listener: (message: TabMessage) => void): () => void;
}

/** Opens the channel to the other tabs. A message is only its name, without data. */
export function openTabs(name = 'cairn-wallet'): Tabs {
  const channel = new BroadcastChannel(name);
  // In tests, an open channel must not keep the process alive.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const receive = ({ data }: MessageEvent<unknown>): void => {
        const message = TAB_MESSAGES.find((known) => known === data);
        if (message !== undefined) listener(message);
      };
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}

/** Runs `work` under a lock that all tabs share: one at a time, in the order of the calls. */
export function exclusively<T>(work: () => Promise<T>, name = 'cairn-wallet-vault'): Promise<T> {
  return navigator.locks.request(name, work);
}
