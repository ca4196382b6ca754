/** Which headers are asked of whom, and what they prove (PROTOCOL.md section 8). */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import {
  blockId,
  blockIdFromBytes,
  ConsensusError,
  decodeBlockHeader,
  HEADER_SIZE,
  type HeaderTree,
  hexToBytes,
  ID_SIZE,
  locatorHeights,
  MAX_LOCATOR_IDS,
  newestCommonHeight,
  ProtocolError,
  type TreeBlock,
} from '@cairn/protocol';
import type { Stream } from '@libp2p/interface';
import PQueue from 'p-queue';
import type { Chain } from '@cairn/chain';
import type { BlockIntake } from './block-intake.ts';
import type { ChainStatus, Peer, PeerContext } from './peers.ts';
import { TokenBucket } from './token-bucket.ts';
import { piecesOf, ProtocolViolation, request, respond } from './wire.ts';

/** Headers validated per turn of the event loop: some 5 ms. */
const HEADERS_PER_TURN = 200;
/** How long no headers are requested from a peer that was late, or whose newest ones are of no use yet: too far in the future, or of too little work. */
const PAUSE_MS = 15_000;
/** And from one whose branch leaves ours too far below to be followed. */
const LEFT_PAUSE_MS = 5 * 60_000;

/**
 * The locator of a branch: its tip, 1, 2, 4, 8 … blocks further back, and genesis (PROTOCOL.md section 8); and the oldest block
 * that branches are kept from, so that headers of every branch that can be followed begin at a block that this node has.
 */
function locatorOf({ tree: { base }, view }: Chain, end: TreeBlock): Uint8Array {
  let at: TreeBlock | undefined = end;
  const ids = [...new Set([...locatorHeights(end.height), base.height])]
    .sort((a, b) => b - a)
    .map((height) => {
      while (at !== undefined && at.height > height) at = at.parent;
      return at?.height === height ? at.id : view.block(height)?.id;
    });
  const known = ids.filter((id) => id !== undefined);
  return Buffer.concat(known.slice(0, MAX_LOCATOR_IDS).map(hexToBytes));
}

/**
 * Responds to a locator with the stored headers above its newest common block, one response after another at a rate for all peers
 * together.
 */
export function createHeaderServer({ chain, limits, clock }: PeerContext) {
  const total = new TokenBucket(limits.headersServedRate, clock);
  const queue = new PQueue({ concurrency: 1 });
  const exchange = { maximum: MAX_LOCATOR_IDS * ID_SIZE, milliseconds: limits.headersTimeoutMs };
  return (stream: Stream, { record }: Peer): Promise<void> =>
    respond(stream, exchange, async (frames) => {
      const locator = await frames.read();
      if (locator.length === 0) throw new ProtocolViolation('it requested headers without a locator');
      const ids = piecesOf(locator, ID_SIZE, 'it requested headers without a locator').map(blockIdFromBytes);
      await sleep(record.served.spend(0), undefined, { signal: frames.signal });
      const read = async (): Promise<Uint8Array> => {
        await sleep(total.spend(0), undefined, { signal: frames.signal });
        const { view } = chain;
        const common = newestCommonHeight(ids, (id) => view.heightOfBlock(id));
        if (common === undefined) throw new ProtocolViolation('it requested headers of another network');
        const headers = await view.headers(common + 1, limits.headersPerResponse);
        total.spend(headers.length / HEADER_SIZE);
        record.served.spend(headers.length);
        return headers;
      };
      await frames.write(await queue.add(read, { signal: frames.signal }));
    });
}

/**
 * Finds out what the peers' statuses are worth. Headers are asked only of a peer that claims more work than our chain has and whose tip
 * is unknown: of one peer at a time, of another one as soon as the response is late, and up to `headersAhead` blocks ahead of the chain.
 * A peer whose headers end below its claim twice is disconnected, one whose headers break a rule is banned.
 */
export class HeaderSync {
  readonly #context: PeerContext;
  readonly #blocks: BlockIntake;
  readonly #askStatus: (peer: Peer) => void;
  /** When each open request began, by `performance.now`. */
  readonly #requested = new Map<Peer, number>();

  /** @param askStatus asks a peer for its status again */
  constructor(context: PeerContext, blocks: BlockIntake, askStatus: (peer: Peer) => void) {
    this.#context = context;
    this.#blocks = blocks;
    this.#askStatus = askStatus;
  }

  get isIdle(): boolean {
    return this.#requested.size === 0;
  }

  /** True while the peer's status claims more work than our chain has, and nothing is known to contradict it. */
  isOpenClaim({ status, headersPausedUntil }: Peer): boolean {
    if (status === undefined || status.work <= this.#tree.active.work) return false;
    return this.#tree.get(status.tipId) === undefined && this.#context.clock() >= headersPausedUntil;
  }

  /** Newest block of the peer's branch that the tree has. */
  headOf({ headId }: Peer): TreeBlock | undefined {
    return headId === undefined ? undefined : this.#tree.get(headId);
  }

  /** Call for each status of a peer. */
  statusReceived(peer: Peer): void {
    const { tipId, height, work } = peer.status!;
    const tip = this.#tree.get(tipId);
    if (tip !== undefined && (tip.height !== height || tip.work !== work)) {
      const what = 'has another height or work than it claims';
      return this.#context.peers.penalize(peer, 'invalid', `its tip, block ${tipId.slice(0, 16)}…, ${what}`);
    }
    if (tip !== undefined)
      Object.assign(peer, { headId: tipId, hasMoreHeaders: false, unprovenStatus: undefined });
    this.#context.wake();
  }

  /** Asks for headers what is to be asked now (`PeerContext.wake`). */
  advance(): void {
    const { peers, limits, closing, track } = this.#context;
    const newest = Math.max(-Infinity, ...this.#requested.values());
    if (closing.aborted || performance.now() - newest < limits.lateAfterMs) return;
    const wanted = peers.ready().filter((peer) => !this.#requested.has(peer) && this.#isWanted(peer));
    // A peer that has sent no headers yet comes first, so that blocks can be asked of all that have the branch.
    const next = wanted.find((peer) => this.headOf(peer) === undefined) ?? wanted[0];
    if (next !== undefined) track(this.#request(next));
  }

  get #tree(): HeaderTree {
    return this.#context.chain.tree;
  }

  /** False also while the block that the peer claims is being received. */
  #isWanted(peer: Peer): boolean {
    if (!this.isOpenClaim(peer) || peer.status === peer.unprovenStatus) return false;
    if (this.#blocks.isReceiving(peer.status!.tipId)) return false;
    const ahead = (this.headOf(peer)?.height ?? 0) - this.#tree.active.height;
    return ahead < this.#context.limits.headersAhead;
  }

  async #request(peer: Peer): Promise<void> {
    const { chain, peers, limits } = this.#context;
    const claimed = peer.status!;
    const before = this.headOf(peer);
    this.#requested.set(peer, performance.now());
    const headers = await this.#ask(peer, locatorOf(chain, before ?? this.#tree.bestHeader));
    const last = headers && (await this.#receive(peer, headers));
    await chain.pruneHeaders();
    this.#requested.delete(peer);
    peer.hasMoreHeaders = false;
    if (last !== undefined) peer.headId = last.id;
    // `BlockSync` bans whoever is on an invalid branch.
    const isProven = last !== undefined && (last.isInvalid || last.work >= claimed.work);
    if (isProven) peer.unprovenStatus = undefined;
    else if (headers !== undefined && peers.has(peer) && this.isOpenClaim(peer)) {
      const isProgress = last !== undefined && last.height > (before?.height ?? -1);
      peer.hasMoreHeaders = isProgress && headers.length === limits.headersPerResponse;
      // A status that arrived meanwhile is compared with the next response.
      if (!peer.hasMoreHeaders && peer.status === claimed) this.#doubt(peer, claimed);
    }
    this.#context.wake();
  }

  /** The peer may have left the chain that it claimed meanwhile: it is asked once more. */
  #doubt(peer: Peer, claimed: ChainStatus): void {
    if (peer.unprovenStatus === undefined) {
      peer.unprovenStatus = claimed;
      return this.#askStatus(peer);
    }
    const claim = `height ${claimed.height} and work 0x${claimed.work.toString(16)}`;
    const reason = `it claims ${claim}, and its headers do not prove that`;
    this.#context.peers.penalize(peer, 'unproven', reason);
  }

  /** @returns `undefined` if there is no valid response */
  async #ask(peer: Peer, locator: Uint8Array): Promise<Uint8Array[] | undefined> {
    const { peers, names, limits, closing } = this.#context;
    const maximum = limits.headersPerResponse * HEADER_SIZE;
    const exchange = { maximum, milliseconds: limits.headersTimeoutMs, stopped: closing };
    try {
      const headers = await request(peer, names.headers, exchange, async (frames) => {
        await frames.write(locator);
        return piecesOf(await frames.read(), HEADER_SIZE, 'it sent an invalid list of headers');
      });
      peers.markSeen(peer);
      return headers;
    } catch (error) {
      if (closing.aborted) return undefined;
      peers.requestFailed(peer, 'no headers', error as Error);
      this.#pause(peer, PAUSE_MS);
      return undefined;
    }
  }

  /**
   * Validates headers in slices, and inserts them into the tree. If the branch cannot be followed, its peer is asked again only after a
   * pause: it forks below the oldest block that branches are kept from; a timestamp is too far ahead of this node's clock, which may be
   * wrong; or the tree pruned it, because it has too little work. A peer whose headers break a rule is banned.
   * @returns the last header that the tree has
   */
  async #receive(peer: Peer, headers: readonly Uint8Array[]): Promise<TreeBlock | undefined> {
    const { chain, peers } = this.#context;
    let last: TreeBlock | undefined;
    try {
      for (const [index, header] of headers.entries()) {
        if (index % HEADERS_PER_TURN === 0) await setImmediate();
        const block = chain.receiveHeader(header);
        if (block === undefined) {
          if (last === undefined) this.#leave(peer, headers);
          else this.#pause(peer, PAUSE_MS);
          break;
        }
        last = block;
      }
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
      if (error.code === 'timestamp_too_new') this.#pause(peer, PAUSE_MS);
      else peers.penalize(peer, 'invalid', `it sent an invalid header: ${error.code}: ${error.message}`);
    }
    return last;
  }

  /** The headers begin below the blocks of the tree. @throws ConsensusError if they do not continue our chain either */
  #leave(peer: Peer, headers: readonly Uint8Array[]): void {
    const { chain, logger } = this.#context;
    const { view } = chain;
    const ids = [decodeBlockHeader(headers[0]!).previousBlockId, ...headers.map((header) => blockId(header))];
    const heights = [...ids.map((id) => view.heightOfBlock(id)), undefined];
    const common = heights[heights.indexOf(undefined) - 1];
    if (common === undefined)
      throw new ConsensusError('bad_previous_block', 'the headers continue no block of the locator');
    this.#pause(peer, LEFT_PAUSE_MS);
    logger.warn(
      `Peer ${peer.name} follows a chain that leaves ours above height ${common}, below height ${this.#tree.base.height} from which branches are followed: an operator must decide which chain to keep`,
    );
  }

  #pause(peer: Peer, milliseconds: number): void {
    peer.headersPausedUntil = this.#context.clock() + milliseconds;
  }
}
