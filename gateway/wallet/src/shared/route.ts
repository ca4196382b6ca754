import { parsePaymentRequest } from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { addressBar, type AddressBar } from '../model/session.ts';

/**
 * Screens of an open wallet, which the fragment in the address bar names (`#/send`). A fragment can also be a launch
 * secret (session.ts) or a payment request ({@link takePaymentLink}); both are removed at once.
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

/** The `href` of a link to a screen. */
export function hrefOf(screen: Screen): string {
  return `#/${screen}`;
}

/** Goes to a screen. */
export function goTo(screen: Screen): void {
  location.hash = hrefOf(screen);
}

/** The screen that the address bar names; the overview for an unknown name. */
export function useScreen(): Screen {
  const [screen, setScreen] = useState(readScreen);
  useEffect(() => {
    const follow = (): void => setScreen(readScreen());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return screen;
}

const SCREEN_RESELECTED = 'cairn-screen-reselected';

/**
 * Announces that the user followed the link to the current screen, for which the browser dispatches no `hashchange`.
 */
export function announceReselection(): void {
  dispatchEvent(new Event(SCREEN_RESELECTED));
}

/** Calls `act` when the user follows the link to the current screen, so that the screen can start again. */
export function useScreenReselected(act: () => void): void {
  useEffect(() => {
    addEventListener(SCREEN_RESELECTED, act);
    return () => removeEventListener(SCREEN_RESELECTED, act);
  });
}

function readScreen(): Screen {
  const name = location.hash.slice(2);
  return SCREENS.find((screen) => screen === name) ?? 'overview';
}

/**
 * Removes a payment request from the page's address (`#cairn:…`, docs/PAYMENT-REQUESTS.md) and opens the send screen.
 * Any page may link here: the request only fills in the form, which checks it like typed input.
 * @returns the request's text, valid or not; `undefined` if the address contains none
 */
export function takePaymentLink(bar: AddressBar = addressBar): string | undefined {
  const request = bar.hash.slice(1);
  if (parsePaymentRequest(request).kind === 'other') return undefined;
  bar.replace(hrefOf('send'));
  return request;
}
