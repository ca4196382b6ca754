import { addressBar, type AddressBar } from './route.ts';

/**
 * Result of the launch secret in the page's address. `none`: there was none; `refused`: it was used already, or is
 * another gateway's; `limited`: too many wrong ones were handed in, ours was not looked at and is as good as before;
 * `failed`: no answer.
 */
export type Entry = 'none' | 'accepted' | 'refused' | 'limited' | 'failed';

const LAUNCH = /^#launch=(?<secret>[A-Za-z0-9_-]{43})$/;
const TIMEOUT_MS = 5_000;

/** Whether the address carries a launch secret. */
export function isLaunchAddress(hash: string): boolean {
  return LAUNCH.test(hash);
}

/**
 * Takes the launch secret out of the address, before anything else can happen to it, and hands it in for the session's
 * cookie, which no script ever sees. Never rejects.
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
    return 'failed'; // the gateway is gone: the page's first question says so too
  }
}

function entryOf(status: number): Entry {
  if (status === 200) return 'accepted';
  return status === 429 ? 'limited' : 'refused';
}
