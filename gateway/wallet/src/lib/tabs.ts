/**
 * Messages between tabs of the wallet. `lock`: lock now; `contents`: the stored wallet has new contents under
 * the same key; `vault`: a wallet was made, removed, or stored under another password.
 */
export const TAB_MESSAGES = ['lock', 'contents', 'vault'] as const;
export type TabMessage = (typeof TAB_MESSAGES)[number];

/** The other tabs of this wallet in the same browser. */
export interface Tabs {
  /** Tells every other tab. */
  post(message: TabMessage): void;
  /** Calls back for what other tabs tell; returns what ends that. */
  listen(listener: (message: TabMessage) => void): () => void;
}

/** Opens the way to the other tabs; messages never carry anything but their kind. */
export function openTabs(name = 'cairn-wallet'): Tabs {
  const channel = new BroadcastChannel(name);
  // A waiting channel is no reason for a test's process to stay.
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

/** Does the work while no other tab does its own under this lock; in the order of asking. */
export function exclusively<T>(work: () => Promise<T>, name = 'cairn-wallet-vault'): Promise<T> {
  return navigator.locks.request(name, work);
}
