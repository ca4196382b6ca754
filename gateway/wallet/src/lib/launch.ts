import { addressBar, type AddressBar } from './route.ts';

/**
 * Result of the launch secret in the page's address. `none`: the address had none; `refused`: already used, or another
 * gateway's; `limited`: after too many wrong secrets the gateway did not compare this one, which stays valid; `failed`: no
 * answer.
 */
export type Entry = 'none' | 'accepted' | 'refused' | 'limited' | 'failed';

const LAUNCH = /^#launch=(?<secret>[A-Za-z0-9_-]{43})$/;
const TIMEOUT_MS = 5_000;

/** Whether the address carries a launch secret. */
export function isLaunchAddress(hash: string): boolean {
  return LAUNCH.test(hash);
}

/**
 * Removes the launch secret from the address and exchanges it for the session's cookie, which no script can read. Never
 * rejects.
 * @param origin the gateway's
 */
export async function enterByAddress(origin: string, bar: AddressBar = addressBar): Promise<Entry> {
  const secret = LAUNCH.exec(bar.hash)?.groups?.['secret'];
  if (secret === undefined) return 'none';
  bar.replace('/');
  try {
    const response = await fetch(`${origin}/gateway/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return entryOf(response.status);
  } catch {
    return 'failed'; // the page's first request will report that the gateway is gone
  }
}

function entryOf(status: number): Entry {
  if (status === 200) return 'accepted';
  return status === 429 ? 'limited' : 'refused';
}
