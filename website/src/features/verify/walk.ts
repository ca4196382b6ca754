import {
  type BlockHeader,
  blockId,
  type BlockId,
  blockWork,
  ConsensusError,
  decodeBlockHeader,
  formatWork,
  genesisHeader,
  HEADER_LAYOUT,
  HEADER_SIZE,
  HeaderChain,
  type HeaderCheckpoint,
  hexToBytes,
  MAX_FUTURE_SECONDS,
  MEDIAN_TIME_SPAN,
  type Network,
  type NetworkName,
  ProtocolError,
} from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import { knownNetwork } from '../../site/figures.ts';
import stored from '../../../checkpoints.json' with { type: 'json' };
import { type ApiSource, HEADERS_AT_ONCE, LIMITS } from './api-source.ts';

/** A block of a public network that the build vouches for: a walk may begin there instead of at the genesis block. */
export interface Checkpoint extends HeaderCheckpoint {
  /** The block's 118 bytes, as hex. */
  readonly header: string;
  readonly work: string;
  /** Hashes per second of the whole network around this block. */
  readonly hashesPerSecond: number;
}

type Checkpoints = { readonly [Name in NetworkName]?: Checkpoint };

/** The checkpoints of this build, by network; `npm run checkpoint` writes them. */
export const CHECKPOINTS = stored as Checkpoints;

/** A block by its place. */
export interface Place {
  readonly height: number;
  readonly id: BlockId;
}

/** A header that was checked. */
export interface CheckedHeader {
  /** 118 bytes. */
  readonly bytes: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID: the hash of the bytes. */
  readonly id: BlockId;
}

/** Reads the header at the beginning of some bytes. @throws ProtocolError if they are not a header */
export function readHeader(bytes: Uint8Array): CheckedHeader {
  const own = bytes.slice(0, HEADER_SIZE);
  return { bytes: own, header: decodeBlockHeader(own), id: blockId(own) };
}

/** Why there is no walk of a server's chain; each has a text in `seal.texts.ts`. */
export type WalkProblem =
  | 'network_unknown'
  | 'other_network'
  | 'invalid_header'
  | 'clock_ahead'
  | 'checkpoint';

const TIMESTAMP_OFFSET = HEADER_LAYOUT.offsetOf('timestamp');

/** A server's chain that cannot be walked: nothing of it is proven. */
export class WalkError extends Error {
  override readonly name = 'WalkError';
  readonly code: WalkProblem;

  constructor(code: WalkProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** True for a header that does not follow the last one: of an honest server, because its chain changed between two requests. */
const isUnlinked = (error: unknown) =>
  error instanceof WalkError &&
  error.cause instanceof ConsensusError &&
  error.cause.code === 'bad_previous_block';

/** Attempts to follow a server whose chain changes meanwhile. */
const ATTEMPTS = 4;

export interface WalkOptions {
  /** The network that the build asks for; without it the one that the server names and whose genesis block or checkpoint is reached. */
  readonly network?: NetworkName | undefined;
  readonly checkpoints?: Checkpoints | undefined;
  /** Headers to fetch at most; without a limit the walk begins at the genesis block. */
  readonly most?: number | undefined;
  /** Unix seconds. */
  readonly now?: (() => number) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Spacings without a block after which newer ones may be withheld: an honest network is silent so long once in e^10 blocks. */
const OLD_SPACINGS = 10;

/**
 * The chain of a server as this browser has walked it: headers from the genesis block, or from the build's checkpoint, up to the
 * server's tip, each checked by rules 1 to 4 of PROTOCOL.md section 5. What a page says of depth, work, times and network comes
 * from here. It proves a chain, not that no other has more work: other servers are asked for that (`witnesses.ts`).
 */
export class Walk {
  readonly network: Network;
  /** Height of its first header. */
  readonly from: number;
  /** What vouches for the first header; `undefined` if nothing does: then the walk is in part, and proves no more than work. */
  readonly anchor: 'genesis' | 'checkpoint' | undefined;
  readonly #source: ApiSource;
  readonly #now: () => number;
  readonly #checkpoints: Checkpoints;
  #chain: HeaderChain;
  /** The headers of consecutive heights from `from` on, each with the sum of the work up to it. */
  readonly #links: { readonly bytes: Uint8Array; readonly id: BlockId; readonly work: bigint }[];

  private constructor(source: ApiSource, start: Start, options: WalkOptions) {
    this.network = start.chain.network;
    this.from = start.chain.height;
    this.anchor = start.anchor;
    this.#source = source;
    this.#now = options.now ?? (() => Date.now() / 1000);
    this.#checkpoints = options.checkpoints ?? CHECKPOINTS;
    this.#chain = start.chain;
    this.#links = [{ bytes: start.bytes, id: start.chain.id, work: start.chain.work }];
  }

  /**
   * Walks a server's chain up to its tip.
   * @throws WalkError if the chain breaks a rule; the errors of `ApiSource`
   */
  static async open(source: ApiSource, options: WalkOptions = {}): Promise<Walk> {
    const { network: name, height } = await source.api.status();
    const network = knownNetwork(name);
    if (network === undefined) throw new WalkError('network_unknown', `network ${name}`);
    if (options.network !== undefined && options.network !== name) {
      throw new WalkError('other_network', `${name} instead of ${options.network}`);
    }
    const walk = new Walk(source, await startOf(source, network, height, options), options);
    await walk.#follow(height, options.onProgress);
    return walk;
  }

  get tip(): CheckedHeader {
    return this.at(this.#chain.height)!;
  }

  /** Work of the whole chain up to the tip; of the walked headers alone without an anchor. */
  get work(): bigint {
    return this.#chain.work;
  }

  /** The header of a height; `undefined` if the walk does not reach it. */
  at(height: number): CheckedHeader | undefined {
    const link = this.#links[height - this.from];
    return link && { bytes: link.bytes, header: decodeBlockHeader(link.bytes), id: link.id };
  }

  /** Expected number of hashes of a block and of all above it. @param height one of the walk */
  workFrom(height: number): bigint {
    return this.work - this.#links[height - this.from]!.work + blockWork(this.at(height)!.header.bits);
  }

  /** Minutes that the whole network takes for so much work, by the rate of the build's checkpoint; `undefined` without one. */
  minutesOf(work: bigint): number | undefined {
    const rate = this.#checkpoints[this.network.name]?.hashesPerSecond;
    return rate === undefined ? undefined : Number(work) / rate / 60;
  }

  /**
   * Seconds until the tip is so old, by this browser's clock, that newer blocks may be withheld; negative once it is. It means
   * nothing on devnet, where the clock belongs to its owner.
   */
  get freshFor(): number {
    const age = Math.round(this.#now() - this.tip.header.timestamp);
    return OLD_SPACINGS * this.network.blockSpacingSeconds - age;
  }

  /**
   * Follows the server to its tip of now: hashes the new headers alone, also after a reorganization.
   * @returns true if it has another tip now
   * @throws WalkError; the walk then ends with the last valid header. The errors of `ApiSource`
   */
  async extend(): Promise<boolean> {
    const { height, tip_id: tipId } = await this.#source.api.status();
    const { id, height: top } = this.#chain;
    if (tipId === id) return false;
    if (height <= top) this.#rewind(await this.#findCommon(height));
    await this.#follow(height);
    return this.#chain.id !== id;
  }

  /** The header of a height; below the walk the server's, which `linkBack` can check. `undefined` if the server has none. */
  async fetch(height: number): Promise<CheckedHeader | undefined> {
    const known = this.at(height);
    if (known !== undefined) return known;
    const bytes = await this.#source.headers(height, 1);
    return bytes.length === 0 ? undefined : readHeader(bytes);
  }

  /**
   * A block below the first header, linked to it by hashes alone: each ID is in the header above.
   * @returns `undefined` if it is farther than the limit, or if the server has no header there
   * @throws WalkError if the server's headers do not lead down to it
   */
  async linkBack(height: number): Promise<CheckedHeader | undefined> {
    if (height >= this.from) return this.at(height);
    if (height < 0 || this.from - height > LIMITS.headers) return undefined;
    let wanted = this.at(this.from)!.header.previousBlockId;
    let at = this.from - 1;
    const ranges: Uint8Array[] = [];
    for await (const range of fetchHeaders(this.#source, height - 1, this.from - 1)) ranges.push(range);
    for (const range of ranges.toReversed()) {
      for (let end = range.length; end > 0; end -= HEADER_SIZE) {
        const found = readHeader(range.subarray(end - HEADER_SIZE, end));
        if (found.id !== wanted || found.header.height !== at) {
          throw new WalkError('invalid_header', `block ${at} is not the one below`);
        }
        if (at === height) return found;
        wanted = found.header.previousBlockId;
        at -= 1;
      }
    }
    return undefined;
  }

  /** A chain that ends with a header of the walk, on which another branch can be checked. */
  chainAt(height: number): HeaderChain {
    const end = height - this.from + 1;
    const last = this.#links.slice(Math.max(0, end - MEDIAN_TIME_SPAN), end);
    const timestamps = last.map(({ bytes }) => decodeBlockHeader(bytes).timestamp);
    const { id, work: sum } = last.at(-1)!;
    const work = formatWork(sum);
    const anchorTimestamp = height > 0 ? this.#chain.checkpoint.anchorTimestamp : undefined;
    return new HeaderChain(this.network, { height, id, timestamps, work, anchorTimestamp });
  }

  /** Appends headers of the server, up to a height; where it has left the walk's blocks meanwhile, from those that it still has. */
  async #follow(upTo: number, onProgress?: WalkOptions['onProgress']): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#append(upTo, onProgress);
        return this.#requireCheckpoint();
      } catch (error) {
        if (!isUnlinked(error) || attempt === ATTEMPTS) throw error;
        this.#rewind(await this.#findCommon(this.#chain.height));
      }
    }
  }

  /** A chain that ends below the checkpoint, or passes it by, has less work than one that the build knows. */
  #requireCheckpoint(): void {
    const { height, id } = this.#checkpoints[this.network.name] ?? {};
    if (height === undefined || height < this.from || this.at(height)?.id === id) return;
    throw new WalkError('checkpoint', `no block ${id} at height ${height}`);
  }

  async #append(upTo: number, onProgress: WalkOptions['onProgress']): Promise<void> {
    for await (const range of fetchHeaders(this.#source, this.#chain.height, upTo)) {
      for (let at = 0; at < range.length; at += HEADER_SIZE) this.#add(range.subarray(at, at + HEADER_SIZE));
      onProgress?.(this.#chain.height - this.from, upTo - this.from);
    }
  }

  #add(bytes: Uint8Array): void {
    const height = this.#chain.height + 1;
    try {
      // Decoded by the chain: twice would be a tenth of a walk's time.
      const timestamp = readU32(bytes, TIMESTAMP_OFFSET);
      if (this.network.retarget === 'asert' && timestamp > this.#now() + MAX_FUTURE_SECONDS) {
        const time = new Date(timestamp * 1000).toISOString();
        throw new WalkError('clock_ahead', `block ${height} is of ${time}`);
      }
      const { id } = this.#chain.add(bytes);
      this.#links.push({ bytes, id, work: this.#chain.work });
    } catch (cause) {
      if (!(cause instanceof ProtocolError || cause instanceof ConsensusError)) throw cause;
      throw new WalkError('invalid_header', `block ${height}: ${cause.message}`, { cause });
    }
  }

  /** The highest block, not above `top`, that the server still has at its height. */
  async #findCommon(top: number): Promise<number> {
    const isShared = async (height: number) => {
      const bytes = await this.#source.headers(height, 1);
      return bytes.length > 0 && blockId(bytes) === this.at(height)!.id;
    };
    const fork = top < this.from ? undefined : await findFork(this.from, top, isShared);
    if (fork === undefined) throw new WalkError('invalid_header', `another block ${this.from}`);
    return fork;
  }

  #rewind(height: number): void {
    this.#chain = this.chainAt(height);
    this.#links.length = height - this.from + 1;
  }
}

/** Where a walk begins. */
interface Start {
  readonly chain: HeaderChain;
  readonly anchor: Walk['anchor'];
  readonly bytes: Uint8Array;
}

/** The genesis block, or a checkpoint above it, if the tip can be reached from there; else a header that nothing vouches for. */
async function startOf(
  source: ApiSource,
  network: Network,
  tip: number,
  { checkpoints = CHECKPOINTS, most = LIMITS.headers }: WalkOptions,
): Promise<Start> {
  const checkpoint = most === Number.POSITIVE_INFINITY ? undefined : checkpoints[network.name];
  if (checkpoint !== undefined && checkpoint.height <= tip && tip - checkpoint.height <= most) {
    const chain = new HeaderChain(network, checkpoint);
    return { chain, anchor: 'checkpoint', bytes: hexToBytes(checkpoint.header) };
  }
  if (tip <= most) {
    const bytes = genesisHeader(network);
    return { chain: HeaderChain.fromGenesis(network), anchor: 'genesis', bytes };
  }
  const height = tip - most;
  const [bytes, first] = await Promise.all([source.headers(height, 1), source.headers(1, 1)]);
  const { id, header } = readHeader(bytes);
  // Without a checkpoint the difficulty can only be followed by the time of block 1 that the server gives.
  const anchorTimestamp = HeaderChain.fromGenesis(network).add(first).header.timestamp;
  const start = { height, id, timestamps: [header.timestamp], anchorTimestamp };
  return { chain: new HeaderChain(network, start), anchor: undefined, bytes };
}

/**
 * The highest height that two chains share, by steps down that double, then by bisection.
 * @param from lowest height to look at
 * @param top a height that both have
 * @returns `undefined` if they do not share `from`
 */
export async function findFork(
  from: number,
  top: number,
  isShared: (height: number) => Promise<boolean>,
): Promise<number | undefined> {
  let differs = top + 1;
  let shared = top;
  for (let step = 1; !(await isShared(shared)); step *= 2) {
    if (shared === from) return undefined;
    differs = shared;
    shared = Math.max(from, shared - step);
  }
  while (differs - shared > 1) {
    const middle = Math.floor((shared + differs) / 2);
    if (await isShared(middle)) shared = middle;
    else differs = middle;
  }
  return shared;
}

/** Maximum number of simultaneous requests for headers. */
const MAX_PARALLEL_REQUESTS = 3;

/**
 * Fetches the headers above one height, up to another, as far as the server has them. Ranges end at multiples of
 * `HEADERS_AT_ONCE`, so that pages ask for the same ones.
 */
export async function* fetchHeaders(
  source: Pick<ApiSource, 'headers'>,
  above: number,
  upTo: number,
): AsyncGenerator<Uint8Array> {
  const ahead: Promise<Uint8Array>[] = [];
  let next = above;
  for (;;) {
    while (ahead.length < MAX_PARALLEL_REQUESTS && next < upTo) {
      const count = Math.min(HEADERS_AT_ONCE - (next % HEADERS_AT_ONCE), upTo - next);
      const bytes = source.headers(next + 1, count);
      bytes.catch(() => undefined); // the `await` below reports the failure
      ahead.push(bytes);
      next += count;
    }
    const bytes = await ahead.shift();
    if (bytes === undefined || bytes.length === 0) return;
    yield bytes;
  }
}
