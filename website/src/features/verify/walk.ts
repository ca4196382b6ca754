import { EXPLORER_LIMITS, type ExplorerClient } from '@cairn/api/explorer';
import {
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
  titleOfNetwork,
  verifyWork,
} from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import { isPublic, knownNetwork } from '../../site/figures.ts';
import stored from '../../../checkpoints.json' with { type: 'json' };
import { ProofError } from './proof-error.ts';
import { type CheckedHeader, readHeader } from './decode.ts';
import { BYTES_TIMEOUT, LIMITS } from './limits.ts';
import type { Place } from './recomputed.ts';

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

/** A header of the walk, with the sum of the work up to it. */
interface Link {
  readonly bytes: Uint8Array;
  readonly id: BlockId;
  readonly work: bigint;
}

/** Where a walk begins: with one header, or with those of another walk. */
interface Start {
  /** Ends with the last link. */
  readonly chain: HeaderChain;
  readonly links: Link[];
  readonly anchor: Walk['anchor'];
}

/** Spacings without a block after which newer ones may be withheld: an honest network is silent so long once in e^10 blocks. */
const OLD_SPACINGS = 10;
/** Attempts to follow a server whose chain changes meanwhile. */
const ATTEMPTS = 4;
const TIMESTAMP_OFFSET = HEADER_LAYOUT.offsetOf('timestamp');

/**
 * The chain of a server as this browser has walked it: headers from the genesis block, or from the build's checkpoint, up to the
 * server's tip, each checked by rules 1 to 4 of PROTOCOL.md section 5. What a page says of depth, work, times and network comes
 * from here. It proves a chain, not that no other has more work: other servers are asked for that (`witnesses.ts`).
 *
 * What asks the server throws a `ProofError` if its chain breaks a rule, and the errors of its client.
 */
export class Walk {
  readonly network: Network;
  /** Height of its first header. */
  readonly from: number;
  /** What vouches for the first header; `undefined` if nothing does: then the walk is in part, and proves no more than work. */
  readonly anchor: 'genesis' | 'checkpoint' | undefined;
  readonly #api: ExplorerClient;
  readonly #options: WalkOptions;
  #chain: HeaderChain;
  /** Of consecutive heights from `from` on. */
  readonly #links: Link[];

  private constructor(api: ExplorerClient, { chain, links, anchor }: Start, options: WalkOptions) {
    this.network = chain.network;
    this.from = chain.height - links.length + 1;
    this.anchor = anchor;
    this.#api = api;
    this.#options = options;
    this.#chain = chain;
    this.#links = links;
  }

  /** Walks a server's chain up to its tip. */
  static async open(api: ExplorerClient, options: WalkOptions = {}): Promise<Walk> {
    const { network, height } = await statusOf(api, options.network);
    const walk = new Walk(api, await startOf(api, network, height, options), options);
    await walk.#follow(height, Number.POSITIVE_INFINITY, options.onProgress);
    return walk;
  }

  /** This chain as another server has it: its own blocks are walked from where they leave this one. @param most of them */
  async asSeenBy(api: ExplorerClient, most: number): Promise<Walk> {
    const chain = this.chainAt(this.#chain.height);
    const other = new Walk(
      api,
      { chain, links: [...this.#links], anchor: this.anchor },
      { ...this.#options, onProgress: undefined },
    );
    await other.extend(most);
    return other;
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

  /** The same place, if the walk has this block. */
  having<Of extends Place>(place: Of | undefined): Of | undefined {
    return place && this.at(place.height)?.id === place.id ? place : undefined;
  }

  /** Expected number of hashes of a block and of all above it. @param height one of the walk */
  workFrom(height: number): bigint {
    return this.work - this.#links[height - this.from]!.work + blockWork(this.at(height)!.header.bits);
  }

  /** Minutes that the whole network takes for so much work, by the rate of the build's checkpoint; `undefined` without one. */
  minutesOf(work: bigint): number | undefined {
    const rate = this.#checkpoint?.hashesPerSecond;
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

  /** Height of the highest block that another walk of the same beginning has too. */
  sharedWith(other: Walk): number {
    return this.from + this.#links.findLastIndex(({ id }, place) => other.#links[place]?.id === id);
  }

  /**
   * Follows the server to its tip of now: hashes the new headers alone, also after a reorganization. If it fails, the walk ends with
   * the last valid header.
   * @param most new headers, beyond which it is `too_far`
   * @returns true if it has another tip now
   */
  async extend(most = Number.POSITIVE_INFINITY): Promise<boolean> {
    const { height, tipId } = await statusOf(this.#api, titleOfNetwork(this.network));
    const { id, height: top } = this.#chain;
    if (tipId === id) return false;
    if (height <= top) await this.#rewindToCommon(height);
    await this.#follow(height, most);
    return this.#chain.id !== id;
  }

  /** The header of a height; below the walk the server's, which `place` can check. @throws ProofError `gone` */
  async fetch(height: number): Promise<CheckedHeader> {
    const known = this.at(height);
    if (known !== undefined) return known;
    const bytes = await this.#headers(height);
    if (bytes.length === 0) throw new ProofError('gone');
    return readHeader(bytes);
  }

  /**
   * The place of a block in the chain; one below the first header is linked to it by hashes alone, because each ID is in the header
   * above.
   * @returns `undefined` for one that is too far below: then only its own work was checked
   * @throws ProtocolError if the chain has another block at its height
   */
  async place({ bytes, header: { height }, id }: CheckedHeader): Promise<Place | undefined> {
    verifyWork(bytes, this.network);
    if (height >= this.from && this.at(height)?.id !== id) await this.extend();
    if (this.from - height > LIMITS.headers) return undefined;
    const found = height < this.from ? await this.#idBelow(height) : this.at(height)?.id;
    if (found === id) return { height, id };
    throw new ProtocolError('invalid_block', `block ${id} is not the chain’s at height ${height}`);
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

  get #checkpoint(): Checkpoint | undefined {
    return (this.#options.checkpoints ?? CHECKPOINTS)[this.network.name];
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now() / 1000;
  }

  /** Headers of the server. */
  #headers(from: number, count = 1): Promise<Uint8Array> {
    return this.#api.getHeaders({ from, count }, BYTES_TIMEOUT);
  }

  /** Appends headers of the server, up to a height; where it has left the walk's blocks meanwhile, from those that it still has. */
  async #follow(upTo: number, most: number, onProgress?: WalkOptions['onProgress']): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      if (upTo - this.#chain.height > most) throw new ProofError('too_far');
      try {
        for await (const range of this.#ranges(this.#chain.height, upTo)) {
          for (let at = 0; at < range.length; at += HEADER_SIZE)
            this.#add(range.subarray(at, at + HEADER_SIZE));
          onProgress?.(this.#chain.height - this.from, upTo - this.from);
        }
        break;
      } catch (error) {
        if (!isUnlinked(error) || attempt === ATTEMPTS) throw error;
        await this.#rewindToCommon(this.#chain.height);
      }
    }
    // A chain that ends below the checkpoint, or passes it by, has less work than one that the build knows.
    const { height, id } = this.#checkpoint ?? {};
    if (height === undefined || height < this.from || this.at(height)?.id === id) return;
    throw new ProofError('checkpoint', `no block ${id} at height ${height}`);
  }

  #add(bytes: Uint8Array): void {
    const height = this.#chain.height + 1;
    try {
      // Decoded by the chain: twice would be a tenth of a walk's time.
      const timestamp = readU32(bytes, TIMESTAMP_OFFSET);
      if (isPublic(this.network) && timestamp > this.#now() + MAX_FUTURE_SECONDS) {
        throw new ProofError(
          'clock_ahead',
          `block ${height} is of ${new Date(timestamp * 1000).toISOString()}`,
        );
      }
      const { id } = this.#chain.add(bytes);
      this.#links.push({ bytes, id, work: this.#chain.work });
    } catch (cause) {
      if (!(cause instanceof ProtocolError || cause instanceof ConsensusError)) throw cause;
      throw new ProofError('invalid_chain', `block ${height}: ${cause.message}`, { cause });
    }
  }

  /** Goes back to the highest block, not above `top`, that the server still has. */
  async #rewindToCommon(top: number): Promise<void> {
    const shared = await this.#highestShared(top);
    this.#chain = this.chainAt(shared);
    this.#links.length = shared - this.from + 1;
  }

  /** Height of the highest block that the server has too, found by steps down that double, then by bisection. */
  async #highestShared(top: number): Promise<number> {
    const isShared = async (height: number) =>
      blockId(await this.#headers(height)) === this.#links[height - this.from]!.id;
    let [shared, differs] = [top, top + 1];
    for (let step = 1; shared < this.from || !(await isShared(shared)); step *= 2) {
      if (shared <= this.from) throw new ProofError('checkpoint', `another block ${this.from}`);
      differs = shared;
      shared = Math.max(this.from, shared - step);
    }
    while (differs - shared > 1) {
      const middle = Math.floor((shared + differs) / 2);
      if (await isShared(middle)) shared = middle;
      else differs = middle;
    }
    return shared;
  }

  /** ID of a block below the first header, if the server's headers lead down to it. */
  async #idBelow(height: number): Promise<BlockId> {
    const ranges: Uint8Array[] = [];
    for await (const range of this.#ranges(height - 1, this.from - 1)) ranges.push(range);
    let lowest = this.at(this.from)!.header;
    for (const range of ranges.toReversed()) {
      for (let end = range.length; end > 0; end -= HEADER_SIZE) {
        const { id, header } = readHeader(range.subarray(end - HEADER_SIZE, end));
        if (id !== lowest.previousBlockId || header.height !== lowest.height - 1) {
          throw new ProofError('invalid_chain', `block ${lowest.height - 1} is not the one below`);
        }
        if (header.height === height) return id;
        lowest = header;
      }
    }
    throw new ProofError('gone');
  }

  /**
   * Fetches the headers above one height, up to another, as far as the server has them. Ranges end at multiples of
   * `HEADERS_AT_ONCE`, so that pages ask for the same ones.
   */
  async *#ranges(above: number, upTo: number): AsyncGenerator<Uint8Array> {
    const ahead: Promise<Uint8Array>[] = [];
    let next = above;
    for (;;) {
      while (ahead.length < MAX_PARALLEL_REQUESTS && next < upTo) {
        const count = Math.min(HEADERS_AT_ONCE - (next % HEADERS_AT_ONCE), upTo - next);
        const bytes = this.#headers(next + 1, count);
        bytes.catch(() => undefined); // the `await` below reports the failure
        ahead.push(bytes);
        next += count;
      }
      const bytes = await ahead.shift();
      if (bytes === undefined || bytes.length === 0) return;
      yield bytes;
    }
  }
}

/** Maximum number of headers of one request, and of simultaneous requests. */
const HEADERS_AT_ONCE = EXPLORER_LIMITS.headers.maximum;
const MAX_PARALLEL_REQUESTS = 3;

/** True for a header that does not follow the last one: of an honest server, because its chain changed between two requests. */
const isUnlinked = (error: unknown) =>
  error instanceof ProofError &&
  error.cause instanceof ConsensusError &&
  error.cause.code === 'bad_previous_block';

/**
 * A server's network and tip.
 * @param expected title of the network, if it must be this one
 * @throws ProofError, also for one that has no block, or none any more: no walk shows anything of it
 */
async function statusOf(api: ExplorerClient, expected: string | undefined) {
  const { network: name, height, tip_id: tipId, devnet } = await api.status();
  const network = knownNetwork(name, devnet?.fork_height);
  if (network === undefined) throw new ProofError('network_unknown', `network ${name}`);
  const title = titleOfNetwork(network);
  if (expected !== undefined && expected !== title)
    throw new ProofError('other_network', `${title} instead of ${expected}`);
  if (height < 0) throw new ProofError('refused');
  return { network, height, tipId };
}

/** The genesis block, or a checkpoint above it, if the tip can be reached from there; else a header that nothing vouches for. */
async function startOf(
  api: ExplorerClient,
  network: Network,
  tip: number,
  { checkpoints = CHECKPOINTS, most = LIMITS.headers }: WalkOptions,
): Promise<Start> {
  const begin = (chain: HeaderChain, bytes: Uint8Array, anchor: Walk['anchor']): Start => {
    const { id, work } = chain;
    return { chain, links: [{ bytes, id, work }], anchor };
  };
  const checkpoint = most === Number.POSITIVE_INFINITY ? undefined : checkpoints[network.name];
  if (checkpoint !== undefined && checkpoint.height <= tip && tip - checkpoint.height <= most) {
    return begin(new HeaderChain(network, checkpoint), hexToBytes(checkpoint.header), 'checkpoint');
  }
  if (tip <= most) return begin(HeaderChain.fromGenesis(network), genesisHeader(network), 'genesis');
  const height = tip - most;
  const [bytes, first] = await Promise.all(
    [height, 1].map((from) => api.getHeaders({ from, count: 1 }, BYTES_TIMEOUT)),
  );
  const { id, header } = readHeader(bytes!);
  // Without a checkpoint the difficulty can only be followed by the time of block 1 that the server gives.
  const anchorTimestamp = HeaderChain.fromGenesis(network).add(first!).header.timestamp;
  const start = { height, id, timestamps: [header.timestamp], anchorTimestamp };
  return begin(new HeaderChain(network, start), bytes!, undefined);
}
