import { ChainError, type Home } from '@cairn/chain';
import { BlockFileError, StorageWriteError } from '@cairn/chain/storage';
import type { Network, NetworkName } from '@cairn/protocol';
import { Recomputation, RecomputeError } from './recomputation.ts';
import type { Problem, RecomputedTip, RecomputeRequest, RecomputeState } from './recompute.ts';

/** Where a recomputation keeps its blocks. */
export interface RecomputePlace {
  readonly home: Home;
  /** False for one that ends with the page. */
  readonly isKept: boolean;
  /** Removes everything; the home is closed. */
  remove(): Promise<void>;
}

/** What the worker's surroundings give it. */
export interface RecomputeSurroundings {
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** @throws RecomputeError `elsewhere` */
  openPlace(network: Network): Promise<RecomputePlace>;
  /** Removes what earlier visits have kept. */
  removePlaces(): Promise<void>;
}

/** Blocks that a chain which has caught up may be behind again before that is worth a message. */
const FEW_BLOCKS = 20;

interface Server {
  readonly baseUrl: string;
  readonly network: NetworkName | undefined;
}

/** The worker of a page that recomputes: one chain, which follows the server once the page has asked for it. */
export class RecomputeSession {
  readonly #post: (state: RecomputeState) => void;
  readonly #around: RecomputeSurroundings;
  #queue: Promise<void> = Promise.resolve();
  #server: Server | undefined;
  #hasCaughtUp = false;
  #running: { readonly recomputation: Recomputation; readonly place: RecomputePlace } | undefined;

  constructor(post: (state: RecomputeState) => void, around: RecomputeSurroundings) {
    this.#post = post;
    this.#around = around;
  }

  /** Answers a page's message. Rejects for a bug alone. */
  handle(request: RecomputeRequest): Promise<void> {
    const done = this.#queue.then(() => this.#handle(request));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #handle(request: RecomputeRequest): Promise<void> {
    if (request.kind === 'forget') return this.#forget();
    if (request.kind === 'begin') this.#server = request;
    // Without a chain, a new tip is no reason to try again: the reader is.
    else if (this.#running === undefined) return;
    try {
      await this.#follow(this.#server!);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === undefined) throw error;
      const { place, recomputation } = this.#running ?? {};
      const tip = recomputation?.tip;
      if (problem.code === 'full' || problem.code === 'unwritable') await this.#close();
      this.#post({ kind: 'stopped', problem, tip, isKept: place?.isKept === true });
    }
  }

  async #follow(server: Server): Promise<void> {
    const { recomputation, place } = (this.#running ??= await this.#open(server));
    const { isKept } = place;
    const tip = await recomputation.follow();
    this.#hasCaughtUp = true;
    this.#post({ kind: 'done', tip, target: tip.height, isKept });
  }

  /** Opens the chain; one whose stored blocks cannot be used begins anew. */
  async #open({ baseUrl, network }: Server) {
    this.#post({ kind: 'opening', isKept: true });
    for (let isAgain = false; ; isAgain = true) {
      let place: RecomputePlace | undefined;
      const onProgress = (tip: RecomputedTip, target: number): void => {
        if (this.#hasCaughtUp && target - tip.height <= FEW_BLOCKS) return;
        this.#post({ kind: 'running', tip, target, isKept: place!.isKept });
      };
      const openHome = async (of: Network): Promise<Home> => (place = await this.#around.openPlace(of)).home;
      try {
        const { fetch } = this.#around;
        const recomputation = await Recomputation.open({ baseUrl, network, fetch, openHome, onProgress });
        return { recomputation, place: place! };
      } catch (error) {
        const isUnusable = error instanceof BlockFileError || error instanceof ChainError;
        if (!isUnusable || isAgain) throw error;
        await place?.remove();
      }
    }
  }

  async #close(): Promise<void> {
    await this.#running?.recomputation[Symbol.asyncDispose]();
    this.#running = undefined;
    this.#hasCaughtUp = false;
  }

  async #forget(): Promise<void> {
    await this.#close();
    await this.#around.removePlaces();
    this.#post({ kind: 'idle', isKept: false });
  }
}

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof RecomputeError) return error.problem;
  if (!(error instanceof StorageWriteError)) return undefined;
  const { name } = error.cause as Error;
  return { code: name === 'QuotaExceededError' ? 'full' : 'unwritable' };
}
