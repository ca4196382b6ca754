import { DEVNET_CONTROL_URL } from './config.ts';

/** Where this tab controls the devnet, and the token with which it may. */
export interface DevnetControl {
  readonly baseUrl: string;
  readonly token: string;
}

/** In session storage: other tabs and a closed browser have no control. */
const KEY = 'cairn.devnet-control';
const LINK = /^#devnet=([0-9a-f]{64})$/;

/** The control of this tab, by the link that opened it or an earlier page of it; `undefined` without one. */
export function readDevnetControl(): DevnetControl | undefined {
  if (DEVNET_CONTROL_URL === undefined) return undefined;
  const [, given] = LINK.exec(location.hash) ?? [];
  if (given !== undefined) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(history.state, '', location.pathname + location.search); // no bookmark has the token
  }
  const token = given ?? sessionStorage.getItem(KEY);
  return token === null ? undefined : { baseUrl: DEVNET_CONTROL_URL, token };
}

/** Gives up the control of this tab. */
export function dropDevnetControl(): void {
  sessionStorage.removeItem(KEY);
}
