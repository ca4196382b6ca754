import { ApiError, TransportError } from '@cairn/api';
import {
  blockId,
  ConsensusError,
  decodeBlockHeader,
  HEADER_SIZE,
  MAX_FUTURE_SECONDS,
  ProtocolError,
} from '@cairn/protocol';
import { openSource } from './api-source.ts';
import { fetchHeaders, findFork, type Place, type Walk } from './walk.ts';

/**
 * Other operators' servers, asked whether they know a heavier chain. They are told heights alone, never an address or ID. One
 * honest witness is enough: what it says is checked like any other header.
 */

/** What a witness's chain is to the walk. */
export type Outcome =
  /** It has this chain, up to its own tip or the walk's, the lower one. */
  | { readonly kind: 'agrees'; readonly tip: Place }
  /** It has this chain and valid blocks on top of it. @property since Unix seconds of the first of them */
  | { readonly kind: 'ahead'; readonly tip: Place; readonly since: number }
  /** Its chain leaves this one after `fork`, is valid and has more work. */
  | { readonly kind: 'heavier'; readonly tip: Place; readonly fork: number }
  /** Its chain leaves this one after `fork`, and has no more work. */
  | { readonly kind: 'lighter'; readonly tip: Place; readonly fork: number }
  /** Its chain breaks a rule, or its answers are none. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** Nothing can be said: it did not answer (in time), serves another network, or forks too far away to be walked. */
  | { readonly kind: 'unknown'; readonly reason: 'unreachable' | 'slow' | 'other_network' | 'too_far' };

export interface Witness {
  /** Base URL of its Explorer API. */
  readonly url: string;
  readonly outcome: Outcome;
}

/** Headers of a witness's branch that are walked at most, and the time for all that it is asked. */
const MOST_HEADERS = 4_000;
const TIMEOUT_MS = 10_000;

export interface WitnessOptions {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly timeoutMs?: number | undefined;
  /** Unix seconds. */
  readonly now?: (() => number) | undefined;
}

/** Asks all witnesses at once. @param urls base URLs of Explorer APIs */
export function askWitnesses(
  urls: readonly string[],
  walk: Walk,
  options: WitnessOptions = {},
): Promise<Witness[]> {
  return Promise.all(urls.map(async (url) => ({ url, outcome: await askWitness(url, walk, options) })));
}

async function askWitness(
  url: string,
  walk: Walk,
  { fetch = (...input) => globalThis.fetch(...input), timeoutMs = TIMEOUT_MS, now }: WitnessOptions,
): Promise<Outcome> {
  const late = AbortSignal.timeout(timeoutMs);
  const source = openSource(url, (input, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
    return fetch(input, { ...init, signal });
  });
  try {
    return await compare(source, walk, now ?? (() => Date.now() / 1000));
  } catch (error) {
    if (late.aborted) return { kind: 'unknown', reason: 'slow' };
    const isJunk = error instanceof TransportError && ['not_json', 'unexpected_shape'].includes(error.code);
    if (isJunk || error instanceof ProtocolError || error instanceof ConsensusError) {
      return { kind: 'broken', problem: error.message };
    }
    if (error instanceof ApiError || error instanceof TransportError) {
      return { kind: 'unknown', reason: 'unreachable' };
    }
    throw error;
  }
}

async function compare(
  source: ReturnType<typeof openSource>,
  walk: Walk,
  now: () => number,
): Promise<Outcome> {
  const { network, height } = await source.api.status();
  if (network !== walk.network.name) return { kind: 'unknown', reason: 'other_network' };
  const own = walk.tip;
  const isShared = async (at: number) => {
    const bytes = await source.headers(at, 1);
    if (bytes.length === 0) throw new ProtocolError('invalid_block_header', `no header at height ${at}`);
    return blockId(bytes) === walk.at(at)?.id;
  };
  const top = Math.min(height, own.header.height);
  if (top < walk.from) return { kind: 'unknown', reason: 'too_far' };
  const fork = await findFork(walk.from, top, isShared);
  if (fork === undefined) {
    return { kind: 'unknown', reason: walk.from === 0 ? 'other_network' : 'too_far' };
  }
  const isOnOurs = fork === top;
  if (isOnOurs && height <= own.header.height) {
    return { kind: 'agrees', tip: { height: fork, id: walk.at(fork)!.id } };
  }
  if (height - fork > MOST_HEADERS) return { kind: 'unknown', reason: 'too_far' };
  const chain = walk.chainAt(fork);
  const latest = now() + MAX_FUTURE_SECONDS;
  let since: number | undefined;
  for await (const range of fetchHeaders(source, fork, height)) {
    for (let at = 0; at < range.length; at += HEADER_SIZE) {
      const bytes = range.subarray(at, at + HEADER_SIZE);
      const { timestamp } = decodeBlockHeader(bytes);
      if (walk.network.retarget === 'asert' && timestamp > latest) {
        throw new ProtocolError('invalid_block_header', `block ${chain.height + 1} is of the future`);
      }
      chain.add(bytes);
      since ??= timestamp;
    }
  }
  const tip = { height: chain.height, id: chain.id };
  if (isOnOurs) return since === undefined ? { kind: 'agrees', tip } : { kind: 'ahead', tip, since };
  return { kind: chain.work > walk.work ? 'heavier' : 'lighter', tip, fork };
}
