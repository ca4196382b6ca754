import { createGatewayClient } from '@cairn/api/gateway';

/** Opens the wallet of the gateway that runs on the computer where it is typed. */
export const OPEN_COMMAND = 'npx cairn-chain wallet';

/** The part of the browser's address bar that the page uses. */
export interface AddressBar {
  /** The fragment with its `#`. */
  readonly hash: string;
  /** Replaces the address and its entry in the browser's history. */
  replace(path: string): void;
}

/** The page's own address bar. */
export const addressBar: AddressBar = {
  get hash() {
    return location.hash;
  },
  replace: (path) => history.replaceState(null, '', path),
};

/**
 * Result of exchanging the launch secret in the page's address for a session. `none`: the address contains no secret;
 * `accepted`: the page has a session; `refused`: the secret was used before or is another gateway's, or no answer came.
 */
export type LaunchResult = 'none' | 'accepted' | 'refused';

const LAUNCH = /^#launch=(?<secret>[A-Za-z0-9_-]{43})$/;
const TIMEOUT_MS = 5_000;

/** Whether the fragment contains a launch secret. */
export function isLaunchAddress(hash: string): boolean {
  return LAUNCH.test(hash);
}

/**
 * Removes the launch secret from the address and exchanges it for the session's cookie, which no script can read. Never
 * rejects.
 * @param origin the gateway's origin
 */
export async function exchangeLaunchSecret(
  origin: string,
  bar: AddressBar = addressBar,
): Promise<LaunchResult> {
  const secret = LAUNCH.exec(bar.hash)?.groups?.['secret'];
  if (secret === undefined) return 'none';
  bar.replace('/');
  try {
    await createGatewayClient({ baseUrl: origin, timeoutMs: TIMEOUT_MS }).openSession({ secret });
    return 'accepted';
  } catch {
    return 'refused'; // the page's next request will report that the gateway does not answer
  }
}
