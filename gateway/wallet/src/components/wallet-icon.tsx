const PATHS = {
  overview:
    'M2.5 12.4c0-1 2-1.6 5.5-1.6s5.5.6 5.5 1.6-2 1.4-5.5 1.4-5.5-.4-5.5-1.4zM4 8.9c0-1 1.6-1.5 4-1.5s4 .5 4 1.5-1.6 1.3-4 1.3-4-.3-4-1.3zM5.6 4.4c0-1.1 1-1.8 2.4-1.8s2.4.7 2.4 1.8S9.4 6 8 6s-2.4-.5-2.4-1.6z',
  send: 'M3.5 12.5l9-9M5.5 3.5h7v7',
  receive: 'M12.5 3.5l-9 9M10.5 12.5h-7v-7',
  activity: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  settings:
    'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 6a1.5 1.5 0 100-3 1.5 1.5 0 000 3zM6 13a1.5 1.5 0 100-3 1.5 1.5 0 000 3z',
  self: 'M3 6.5a5 5 0 019-1.5M13 9.5a5 5 0 01-9 1.5M12.3 2.3V5H9.6M3.7 13.7V11h2.7',
  reward: 'M8 2.2l1.7 3.6 3.9.5-2.9 2.7.8 3.9L8 11l-3.5 1.9.8-3.9-2.9-2.7 3.9-.5z',
  lock: 'M4.2 7.2h7.6c.5 0 .9.4.9.9v4.5c0 .5-.4.9-.9.9H4.2a.9.9 0 01-.9-.9V8.1c0-.5.4-.9.9-.9zM5.3 7.2V5a2.7 2.7 0 015.4 0v2.2',
  plus: 'M8 3.5v9M3.5 8h9',
  external: 'M6.5 3.5h-3v9h9v-3M9 3h4v4M12.8 3.2L7.5 8.5',
} as const;

/** Names of the wallet's own line icons, on the same grid of 16 as the design system's. */
export type WalletIconName = keyof typeof PATHS;

/** A line icon beside a text that says the same. */
export function WalletIcon({ name }: { name: WalletIconName }) {
  return (
    <svg class="c-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
