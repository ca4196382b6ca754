import { ApiError, createExplorerClient, type ExplorerClient, TransportError } from '@cairn/api/explorer';
import {
  Chain,
  type Home,
  type Log,
  provesInvalid,
  receiveBlock,
  type ReceivedBlock,
  workAhead,
} from '@cairn/chain';
import {
  blockId,
  blockWork,
  ConsensusError,
  HEADER_SIZE,
  type Network,
  type NetworkName,
  ProtocolError,
  titleOfNetwork,
} from '@cairn/protocol';
import { failureOf } from '../../site/failure.ts';
import { isPublic, knownNetwork } from '../../site/figures.ts';
import { highestShared } from '../../site/highest-shared.ts';
import type { WrongBlock } from '../../site/recomputed.ts';
import type { Problem, RecomputedTip } from './recompute.ts';

export interface RecomputationOptions {
  /** Of the server's Explorer API. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The network that the site asks for; without it, the one that the server names. */
  readonly network?: NetworkName | undefined;
  /** Opens where the chain of a network lives. */
  readonly openHome: (network: Network) => Promise<Home>;
  /** Called after each step, with the height of the server's tip. */
  readonly onProgress: (tip: RecomputedTip, target: number) => void;
}

/** Why a recomputation does not go on. */
export class RecomputeError extends Error {
  override readonly name = 'RecomputeError';
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.code, options);
    this.problem = problem;
  }
}

/** The server's chain is another one than a moment ago. */
class MovedError extends Error {}

/** Blocks that are fetched at a time, and their bytes together. */
const AHEAD = { requests: 12, bytes: 16 * 1024 * 1024 };
/** Milliseconds for the 8 MiB of a block. */
const TIMEOUT_MS = 60_000;
/** Pauses before a request is repeated, in milliseconds. */
const PAUSES = [500, 1_000, 2_000, 4_000] as const;
/** Attempts to follow a server whose chain changes meanwhile. */
const ATTEMPTS = 5;

const ignore = (): void => undefined;
const SILENT: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Recomputes the chain of a server from the genesis block: each block is fetched whole (`GET /api/v1/blocks/{height}/raw`) and
 * validated by the code of a node, signatures included. Then the state of every account at its tip follows from the blocks alone: the
 * account root in the tip's coinbase was computed here.
 *
 * Of a public network it follows the branch with the most work, as a node does; a devnet's owner may leave blocks, and they are left
 * here. Where the server is behind, its tip is recomputed, and the blocks above are kept.
 */
export class Recomputation implements AsyncDisposable {
  readonly #chain: Chain;
  readonly #home: Home;
  readonly #api: ExplorerClient;
  readonly #onProgress: RecomputationOptions['onProgress'];
  /** The block that was found invalid last: offered again, it is known to be, and the chain says no more why. */
  #wrong: WrongBlock | undefined;

  private constructor(chain: Chain, home: Home, api: ExplorerClient, options: RecomputationOptions) {
    this.#chain = chain;
    this.#home = home;
    this.#api = api;
    this.#onProgress = options.onProgress;
  }

  /**
   * Opens the chain, with the blocks that its home has kept.
   * @throws RecomputeError; BlockFileError, ChainError if what was kept cannot be used; what `openHome` throws
   */
  static async open(options: RecomputationOptions): Promise<Recomputation> {
    const { baseUrl, openHome } = options;
    const api = createExplorerClient({ baseUrl, fetch: options.fetch, timeoutMs: TIMEOUT_MS });
    const { network: name, devnet } = await ask(() => api.status());
    const network = knownNetwork(name, devnet?.fork_height);
    if (network === undefined) throw new RecomputeError({ code: 'network_unknown' });
    if (options.network !== undefined && options.network !== titleOfNetwork(network))
      throw new RecomputeError({ code: 'other_network' });
    const home = await openHome(network);
    const clock = isPublic(network)
      ? () => Math.floor(home.runtime.now() / 1_000)
      : () => Number.MAX_SAFE_INTEGER; // a devnet's clock belongs to its owner
    const chain = await Chain.open({ home, network, clock, logger: SILENT });
    return new Recomputation(chain, home, api, options);
  }

  /** The newest block whose state is recomputed. */
  get tip(): RecomputedTip {
    const { height, id, work } = this.#chain.view.tip;
    return { network: this.#chain.network.name, height, id, work };
  }

  /**
   * Follows the server to its tip of now. If it fails, what is valid is kept: the next call goes on there.
   * @returns the tip @throws RecomputeError; StorageWriteError if the home takes no more blocks
   */
  async follow(): Promise<RecomputedTip> {
    let { work } = this.tip;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { network, height, tip_id: tipId } = await this.#ask(() => this.#api.status());
        if (network !== this.tip.network) throw new RecomputeError({ code: 'other_network' });
        if (height < 0) throw new RecomputeError({ code: 'empty' });
        if (this.#at(height)?.id !== tipId) await this.#takeBlocks(await this.#shared(height), height);
        const tip = this.#at(height);
        if (tip !== undefined && tip.id === tipId) return tip;
      } catch (error) {
        if (!(error instanceof MovedError)) throw error;
      }
      if (this.tip.work > work) [attempt, work] = [1, this.tip.work];
      else if (attempt >= ATTEMPTS) throw new RecomputeError({ code: 'moving' });
      else await this.#home.runtime.sleep(PAUSES[0]);
    }
  }

  /** A block of the chain; `undefined` above its tip. */
  #at(height: number): RecomputedTip | undefined {
    const { tip } = this;
    const id = this.#chain.view.block(height)?.id;
    if (id === undefined) return undefined;
    let { work } = tip;
    for (let above = tip.height; above > height; above -= 1)
      work -= blockWork(this.#chain.view.block(above)!.header.bits);
    return { ...tip, height, id, work };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#chain.close();
  }

  /** Height of the highest block that the server has, too. @param top height of its tip */
  async #shared(top: number): Promise<number> {
    const heights = { lowest: 0, top: Math.min(this.tip.height, top) };
    const shared = await highestShared(heights, async (height) => {
      const bytes = await this.#ask(() => this.#api.getHeaders({ from: height, count: 1 }));
      if (bytes.length !== HEADER_SIZE) throw new MovedError();
      return blockId(bytes) === this.#chain.view.block(height)!.id;
    });
    if (shared === undefined)
      throw new RecomputeError({ code: 'wrong_block', height: 0, rule: 'it is another genesis block' });
    return shared;
  }

  /**
   * Takes the server's blocks above one that both have, up to a height.
   * @throws MovedError if it has others meanwhile; RecomputeError `other_branch`
   */
  async #takeBlocks(shared: number, upTo: number): Promise<void> {
    const { network, view } = this.#chain;
    if (shared < Math.min(upTo, view.tip.height) && !isPublic(network))
      await this.#chain.replaceAbove(shared, async () => undefined);
    let { id } = this.#at(shared)!;
    this.#onProgress(this.tip, upTo);
    const take = async ({ height, raw }: FetchedBlock): Promise<void> => {
      const block = receive(height, raw);
      if (block.header.previousBlockId !== id) throw new MovedError();
      ({ id } = block);
      await this.#offer(block);
      this.#onProgress(this.tip, upTo);
    };
    await workAhead(this.#blocks(shared + 1, upTo), take);
    if (this.#at(upTo)?.id !== id) throw new RecomputeError({ code: 'other_branch' });
  }

  async #offer(block: ReceivedBlock): Promise<void> {
    const { id } = block;
    const { height } = block.header;
    try {
      const { outcome } = await this.#chain.offerBlock(block);
      if (outcome === 'too_old') throw new RecomputeError({ code: 'other_branch' });
      if (outcome === 'orphan') throw new MovedError();
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
      // A block of the future is none in a while.
      if (!provesInvalid(error) || error.code === 'timestamp_too_new') throw wrongBlock(height, error);
      if (this.#wrong?.id !== id)
        this.#wrong = { height, id, network: titleOfNetwork(this.#chain.network), rule: error.message };
      throw wrongBlock(height, error, this.#wrong);
    }
  }

  /** Fetches blocks in their order, some of them ahead. */
  async *#blocks(from: number, upTo: number): AsyncGenerator<FetchedBlock> {
    const abort = new AbortController();
    const fetchBlock = (height: number): Promise<Uint8Array> =>
      this.#ask(() => this.#api.getRawBlock({ height_or_hash: `${height}` }, { signal: abort.signal }));
    const ahead: Promise<Uint8Array>[] = [];
    let [next, largest] = [from, 1];
    try {
      for (let height = from; height <= upTo; height += 1) {
        const room = Math.max(1, Math.min(AHEAD.requests, Math.floor(AHEAD.bytes / largest)));
        for (; ahead.length < room && next <= upTo; next += 1) {
          const fetching = fetchBlock(next);
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

  #ask<Result>(request: () => Promise<Result>): Promise<Result> {
    return ask(request, this.#home.runtime.sleep);
  }
}

interface FetchedBlock {
  readonly height: number;
  readonly raw: Uint8Array;
  readonly size: number;
}

/** @throws RecomputeError for bytes that are no block, or the block of another height */
function receive(height: number, raw: Uint8Array): ReceivedBlock {
  try {
    const block = receiveBlock(raw);
    if (block.header.height === height) return block;
    throw new ProtocolError('invalid_block', `the server gives block ${block.header.height} instead`);
  } catch (error) {
    if (error instanceof ProtocolError) throw wrongBlock(height, error);
    throw error;
  }
}

const wrongBlock = (height: number, cause: Error, block?: WrongBlock): RecomputeError =>
  new RecomputeError({ code: 'wrong_block', height, rule: block?.rule ?? cause.message, block }, { cause });

/**
 * Asks the server, and again after a pause if it does not answer, or is busy.
 * @throws RecomputeError; MovedError for a block that it no longer has
 */
async function ask<Result>(
  request: () => Promise<Result>,
  sleep: (milliseconds: number) => Promise<void> = (milliseconds) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds)),
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      const isRefused = error instanceof ApiError;
      if (isRefused && error.code === 'block_not_found') throw new MovedError();
      if (!isRefused && !(error instanceof TransportError)) throw error;
      const { kind } = failureOf(error);
      const code = kind === 'unreachable' || kind === 'unreadable' ? kind : 'refused';
      const pause = code === 'unreadable' ? undefined : PAUSES[attempt];
      if (pause === undefined) throw new RecomputeError({ code }, { cause: error });
      await sleep(pause);
    }
  }
}
