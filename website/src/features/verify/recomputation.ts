import { ApiError, type ExplorerClient } from '@cairn/api/explorer';
import {
  Chain,
  ChainError,
  type Home,
  type Log,
  provesInvalid,
  receiveBlock,
  type ReceivedBlock,
  workAhead,
} from '@cairn/chain';
import { BlockFileError, StorageWriteError } from '@cairn/chain/storage';
import { type BlockId, ConsensusError, type Network, ProtocolError, titleOfNetwork } from '@cairn/protocol';
import { isPublic } from '../../site/figures.ts';
import { ProofError } from './proof-error.ts';
import type { Place, WrongBlock } from './recomputed.ts';
import { BYTES_TIMEOUT } from './limits.ts';
import type { Recompute } from './server-chain.ts';

/** Where a recomputation keeps its blocks. */
export interface RecomputePlace {
  readonly home: Home;
  /** Removes everything; the home is closed. */
  remove(): Promise<void>;
}

/** @throws ProofError `elsewhere` */
type OpenPlace = (network: Network) => Promise<RecomputePlace>;

/** Blocks that are fetched at a time, and their bytes together. */
const AHEAD = { requests: 12, bytes: 16 * 1024 * 1024 };
/** Attempts to follow a server whose chain changes meanwhile, and the pause before the next, in milliseconds. */
const ATTEMPTS = 5;
const PAUSE_MS = 500;
/** Codes of the errors of such a chain. */
const MOVED: ReadonlySet<string> = new Set(['block_not_found', 'other_block']);

const ignore = (): void => undefined;
const SILENT: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** What recomputes the chain of a worker's proof, and goes on with it at each new tip; that of another network begins anew. */
export function recomputer(openPlace: OpenPlace): Recompute {
  let running: Recomputation | undefined;
  const close = async (): Promise<void> => {
    await running?.close();
    running = undefined;
  };
  return async (walk, ...rest) => {
    try {
      if (running?.network !== titleOfNetwork(walk.network)) await close();
      running ??= await Recomputation.open(walk.network, openPlace);
      await running.follow(walk, ...rest);
    } catch (error) {
      if (!(error instanceof StorageWriteError)) throw error;
      await close();
      const isFull = (error.cause as Error).name === 'QuotaExceededError';
      throw new ProofError(isFull ? 'full' : 'unwritable', '', { cause: error });
    }
  };
}

/**
 * Recomputes the chain of a server from the genesis block: each block of its walk is fetched whole
 * (`GET /api/v1/blocks/{height}/raw`) and validated by the code of a node, signatures included. Then the state of every account at
 * the tip follows from the blocks alone: the account root in the tip's coinbase was computed here.
 *
 * Of a public network it follows the branch with the most work, as a node does; a devnet's owner may leave blocks, and they are left
 * here. Where the server is behind, its tip is recomputed, and the blocks above are kept.
 */
class Recomputation {
  readonly #chain: Chain;
  readonly #home: Home;
  #wrong: WrongBlock | undefined;

  private constructor(chain: Chain, home: Home) {
    this.#chain = chain;
    this.#home = home;
  }

  /** Opens the chain with the blocks that its place has kept; one that cannot be used begins anew. @throws what `openPlace` throws */
  static async open(network: Network, openPlace: OpenPlace): Promise<Recomputation> {
    for (let isAgain = false; ; isAgain = true) {
      const place = await openPlace(network);
      const { home } = place;
      const clock = isPublic(network)
        ? () => Math.floor(home.runtime.now() / 1_000)
        : () => Number.MAX_SAFE_INTEGER; // a devnet's clock belongs to its owner
      try {
        return new Recomputation(await Chain.open({ home, network, clock, logger: SILENT }), home);
      } catch (error) {
        const isUnusable = error instanceof BlockFileError || error instanceof ChainError;
        if (!isUnusable || isAgain) throw error;
        await place.remove();
      }
    }
  }

  /**
   * Follows a walk to its tip. If it fails, what is valid is kept: the next call goes on there.
   * @throws ProofError, errors of the API; StorageWriteError if the home takes no more blocks
   */
  async follow(...[walk, api, onFound]: Parameters<Recompute>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#takeBlocks(walk, api, onFound);
      } catch (error) {
        // The chain has left a block of the walk meanwhile.
        const hasMoved = error instanceof ApiError || error instanceof ProofError;
        if (!hasMoved || !MOVED.has(error.code) || attempt === ATTEMPTS) throw error;
        await this.#home.runtime.sleep(PAUSE_MS);
        await walk.extend();
      }
    }
  }

  /** The title of its network. */
  get network(): string {
    return titleOfNetwork(this.#chain.network);
  }

  close(): Promise<void> {
    return this.#chain.close();
  }

  /** Takes the blocks of a walk that the chain has not. @throws ProofError, errors of the API */
  async #takeBlocks(...[walk, api, onFound]: Parameters<Recompute>): Promise<void> {
    const { height: target } = walk.tip.header;
    const has = (height: number) => this.#chain.view.block(height)?.id === walk.at(height)!.id;
    const tell = ({ height, id }: Place) => onFound({ tip: { height, id }, wrong: this.#wrong }, target);
    const common = Math.min(target, this.#chain.view.tip.height);
    let shared = common;
    while (!has(shared)) shared -= 1;
    if (shared < common && !isPublic(walk.network))
      await this.#chain.replaceAbove(shared, async () => undefined);
    tell({ height: shared, id: walk.at(shared)!.id });
    await workAhead(blocksOf(api, shared + 1, target), async ({ height, raw }) => {
      try {
        await this.#offer(height, walk.at(height)!.id, raw);
      } finally {
        tell(this.#chain.view.tip);
      }
    });
    if (!has(target)) throw new ProofError('other_branch');
  }

  /** @param id of the walk's block of that height */
  async #offer(height: number, id: BlockId, raw: Uint8Array): Promise<void> {
    let block: ReceivedBlock | undefined;
    try {
      block = receiveBlock(raw);
      if (block.id !== id) throw new ProofError('other_block', `block ${height} is ${block.id}, not ${id}`);
      const { outcome } = await this.#chain.offerBlock(block);
      if (outcome === 'too_old') throw new ProofError('other_branch');
    } catch (cause) {
      if (!(cause instanceof ConsensusError || cause instanceof ProtocolError)) throw cause;
      // Bytes that are not those of their header say nothing of it, and a block of the future is none in a while.
      const isInvalid = block !== undefined && provesInvalid(cause) && cause.code !== 'timestamp_too_new';
      // Offered again, it is known to be invalid, and the chain says no more why.
      if (isInvalid && this.#wrong?.id !== id)
        this.#wrong = { height, id, network: this.network, rule: cause.message };
      const { rule } = isInvalid ? this.#wrong! : { rule: cause.message };
      throw new ProofError('invalid_chain', `block ${height}, ${id}: ${rule}`, { cause });
    }
  }
}

/** Fetches blocks in their order, some of them ahead. */
async function* blocksOf(api: ExplorerClient, from: number, upTo: number) {
  const abort = new AbortController();
  const { signal } = abort;
  const ahead: Promise<Uint8Array>[] = [];
  let [next, largest] = [from, 1];
  try {
    for (let height = from; height <= upTo; height += 1) {
      const room = Math.max(1, Math.min(AHEAD.requests, Math.floor(AHEAD.bytes / largest)));
      for (; ahead.length < room && next <= upTo; next += 1) {
        const fetching = api.getRawBlock({ height_or_hash: next }, { signal, ...BYTES_TIMEOUT });
        fetching.catch(ignore); // awaited in its turn
        ahead.push(fetching);
      }
      const raw = await ahead.shift()!;
      largest = Math.max(largest, raw.length);
      yield { height, raw, size: raw.length };
    }
  } finally {
    abort.abort();
  }
}

/** Pauses before a request is repeated, in milliseconds. */
const PAUSES = [500, 1_000, 2_000, 4_000] as const;

/** Asks a server again after a pause if it does not answer, or is busy. */
export function patient(
  fetch: typeof globalThis.fetch,
  sleep: (milliseconds: number) => Promise<void>,
): typeof globalThis.fetch {
  return async (input, init) => {
    for (const pause of PAUSES) {
      const response = await fetch(input, init).catch(ignore);
      if (response !== undefined && response.status < 429) return response;
      init?.signal?.throwIfAborted();
      await sleep(pause);
    }
    return fetch(input, init);
  };
}
