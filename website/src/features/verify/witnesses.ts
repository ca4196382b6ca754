import { createExplorerClient } from '@cairn/api/explorer';
import type { Witness } from './proof.ts';
import { reasonOf } from './proof-error.ts';
import type { Walk } from './walk.ts';

/**
 * Other operators' servers, asked whether they know a heavier chain. They are told heights alone, never an address or ID. One
 * honest witness is enough: what it says is checked like any other header.
 */

/** Headers of a witness's branch that are walked at most, and the time for all that it is asked. */
const MOST_HEADERS = 4_000;
const TIMEOUT_MS = 10_000;

export interface WitnessOptions {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly timeoutMs?: number | undefined;
}

/** What a server's chain is to the walk. @param url base URL of its Explorer API */
export async function askWitness(
  url: string,
  walk: Walk,
  { fetch = (...input) => globalThis.fetch(...input), timeoutMs = TIMEOUT_MS }: WitnessOptions = {},
): Promise<Witness> {
  const late = AbortSignal.timeout(timeoutMs);
  const api = createExplorerClient({
    baseUrl: url,
    fetch: (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.any([late, ...(init?.signal ? [init.signal] : [])]) }),
  });
  try {
    const theirs = await walk.asSeenBy(api, MOST_HEADERS);
    const shared = walk.sharedWith(theirs);
    const { height } = theirs.tip.header;
    const seen = { url, height, shared };
    if (shared === height) return { ...seen, kind: 'agrees' };
    const since = theirs.at(shared + 1)!.header.timestamp;
    if (shared === walk.tip.header.height) return { ...seen, kind: 'ahead', since };
    return { ...seen, kind: theirs.work > walk.work ? 'heavier' : 'lighter' };
  } catch (error) {
    return { url, kind: 'unknown', reason: reasonOf(error) ?? 'invalid_chain' };
  }
}
