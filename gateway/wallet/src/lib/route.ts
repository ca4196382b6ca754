import { useEffect, useState } from 'preact/hooks';

/** Screens of an open wallet, by their place in the address bar (`#/send`). The address never holds anything else. */
export const SCREENS = [
  'overview',
  'send',
  'receive',
  'activity',
  'accounts',
  'contacts',
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

function readScreen(): Screen {
  const name = location.hash.slice(2);
  return SCREENS.find((screen) => screen === name) ?? 'overview';
}
