import { useEffect, useState } from 'preact/hooks';

/**
 * Screens of an open wallet, by their place in the address bar (`#/send`). What else an address can hold is taken out at
 * once: a launch secret (launch.ts), a payment request (payment-link.ts).
 */
export const SCREENS = [
  'overview',
  'send',
  'receive',
  'activity',
  'accounts',
  'contacts',
  'scan',
  'messages',
  'node',
  'settings',
  'backup',
] as const;
export type Screen = (typeof SCREENS)[number];

/** Link to a screen. */
export function hrefOf(screen: Screen): string {
  return `#/${screen}`;
}

/** Goes to a screen. */
export function goTo(screen: Screen): void {
  location.hash = hrefOf(screen);
}

/** The screen that the address bar names; the overview for anything else. */
export function useScreen(): Screen {
  const [screen, setScreen] = useState(readScreen);
  useEffect(() => {
    const follow = (): void => setScreen(readScreen());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return screen;
}

const CHOSEN_AGAIN = 'cairn-chosen-again';

/** The link of the screen that is shown was followed: the address stays as it is, so that the browser says nothing. */
export function chooseAgain(): void {
  dispatchEvent(new Event(CHOSEN_AGAIN));
}

/** Calls `act` when the screen's own link is followed while it is shown. */
export function useChosenAgain(act: () => void): void {
  useEffect(() => {
    addEventListener(CHOSEN_AGAIN, act);
    return () => removeEventListener(CHOSEN_AGAIN, act);
  });
}

function readScreen(): Screen {
  const name = location.hash.slice(2);
  return SCREENS.find((screen) => screen === name) ?? 'overview';
}
