/** Whether this device has a network at all, as far as the browser knows; the gateway is on the loopback interface. */
export interface Connectivity {
  isOnline(): boolean;
  /** Calls back on every change; returns what ends that. */
  onChange(listener: () => void): () => void;
}

/** The browser's own word. */
export const browserConnectivity: Connectivity = {
  isOnline: () => navigator.onLine,
  onChange(listener) {
    addEventListener('online', listener);
    addEventListener('offline', listener);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
    };
  },
};
