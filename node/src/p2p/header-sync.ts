/** The headers protocol, and which headers are asked of whom (PROTOCOL.md section 8). */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import {
  type BlockId,
  blockId,
  blockIdFromBytes,
  ConsensusError,
  decodeBlockHeader,
  HEADER_SIZE,
  type HeaderTree,
  hexToBytes,
  ID_SIZE,
  locatorHeights,
  MAX_HEADERS_PER_ANSWER,
  MAX_LOCATOR_IDS,
  newestCommonHeight,
  ProtocolError,
  type TreeBlock,
} from '@cairn/protocol';
import type { Stream } from '@libp2p/interface';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import { framesOf, isViolation, ProtocolViolation, withDeadline, withStream } from './frames.ts';
import type { PeerLimits } from './limits.ts';
import type { ChainStatus, Peer, Peers } from './peers.ts';
import { TokenBucket } from './rate-limiter.ts';

const MAX_REQUEST_SIZE = MAX_LOCATOR_IDS * ID_SIZE;
const MAX_ANSWER_SIZE = MAX_HEADERS_PER_ANSWER * HEADER_SIZE;
/** Headers validated per turn of the event loop: some 5 ms. */
const HEADERS_PER_TURN = 200;
/** How long no headers are requested from a peer whose branch cannot be followed for now. */
const PAUSE_MS = 5 * 60_000;
const SHORT_PAUSE_MS = 15_000;

/**
 * The locator of a branch: its tip, 1, 2, 4, 8 … blocks further back, and genesis (PROTOCOL.md section 8); and the oldest block
 * that branches are kept from, so that headers of every branch that can be followed begin at a block that this node has.
 * @param preferred ID to put first: a peer that has this header sends fewer
 */
function locatorOf(chain: Chain, end: TreeBlock, preferred: BlockId): Uint8Array {
  const { base } = chain.tree;
  const heights = locatorHeights(end.height);
  if (!heights.includes(base.height)) heights.push(base.height);
  let at: TreeBlock | undefined = end;
  const ids = heights
    .sort((a, b) => b - a)
    .map((height) => {
      while (at !== undefined && at.height > height) at = at.parent;
      return at?.height === height ? at.id : chain.acceptedBlockId(height);
    });
  const known = [...new Set([preferred, ...ids])].filter((id) => id !== undefined);
  return Buffer.concat(known.slice(0, MAX_LOCATOR_IDS).map(hexToBytes));
}

/** Answers locators with the headers above the newest common block, for each peer one after another, at a rate for all of them. */
export function createHeaderServer(chain: Chain, limits: PeerLimits, clock: () => number) {
  const total = new TokenBucket(limits.headersServedRate, clock);
  const busy = new WeakSet<Peer>();
  return {
    /** @throws ProtocolViolation if the request is not a locator, or belongs to another network; TimeoutError; the stream's error */
    answer(stream: Stream, peer: Peer): Promise<void> {
      return withDeadline(limits.headersTimeoutMs, (signal) =>
        withStream(stream, async () => {
          const frames = framesOf(stream, MAX_REQUEST_SIZE);
          const request = await frames.read(signal);
          if (request.length === 0 || request.length % ID_SIZE !== 0)
            throw new ProtocolViolation('it requested headers without a locator');
          while (busy.has(peer)) await sleep(50, undefined, { signal });
          busy.add(peer);
          try {
            const debt = Math.max(total.spend(0), peer.rates.served.spend(0));
            if (debt > 0) await sleep(debt, undefined, { signal });
            const ids = splitEvery(request, ID_SIZE).map(blockIdFromBytes);
            const common = newestCommonHeight(ids, (id) => chain.heightOfBlock(id));
            if (common === undefined) throw new ProtocolViolation('it requested headers of another network');
            const answer = await chain.readHeaders(common + 1, MAX_HEADERS_PER_ANSWER);
            total.spend(answer.length / HEADER_SIZE);
            peer.rates.served.spend(answer.length);
            await frames.write(answer, signal);
          } finally {
            busy.delete(peer);
          }
        }),
      );
    },
  };
}

function splitEvery(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: bytes.length / size }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

interface HeaderSyncOptions {
  readonly chain: Chain;
  readonly peers: Peers;
  readonly limits: PeerLimits;
  readonly protocol: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** True while the block is being validated. */
  readonly isReceiving: (id: BlockId) => boolean;
  /** Called when a peer's headers have changed what is known of it. */
  readonly onProgress: () => void;
  readonly logger: Logger;
}

/** What became of an answer. */
type Validated =
  | {
      readonly kind: 'valid';
      /** The last header that the tree has; `undefined` if all of them are on our chain, too deep for the tree. */
      readonly last: TreeBlock | undefined;
      readonly lastId: BlockId | undefined;
    }
  /** The branch leaves ours at this height, below the oldest block that branches are kept from. */
  | { readonly kind: 'tooDeep'; readonly forkHeight: number }
  /** A timestamp is too far ahead of this node's clock, which may be wrong. */
  | { readonly kind: 'tooNew'; readonly last: TreeBlock | undefined }
  /** The tree pruned the branch: it has too little work. */
  | { readonly kind: 'forgotten' };

/**
 * Finds out what the peers' statuses are worth. Headers are asked only of a peer that claims more work than our chain has and whose tip
 * is unknown: of one peer at a time, of another one as soon as the answer is late, and up to `headersAhead` blocks ahead of the chain.
 * A peer whose headers end below its claim is disconnected, one whose headers break a rule is banned.
 */
export class HeaderSync {
  readonly #options: HeaderSyncOptions;
  readonly #stopped = new AbortController();
  /** When each open request began, by `performance.now`. */
  readonly #requested = new Map<Peer, number>();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HeaderSyncOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#requested.size === 0;
  }

  /** True while the peer's status claims more work than our chain has, and nothing is known to contradict it. */
  isOpenClaim(peer: Peer): boolean {
    const { status } = peer;
    if (status === undefined || status.work <= this.#tree.best.work) return false;
    return this.#tree.get(status.tipId) === undefined && this.#options.clock() >= peer.headersPausedUntil;
  }

  /** Newest block of the peer's branch that the tree has. */
  headOf({ headId }: Peer): TreeBlock | undefined {
    return headId === undefined ? undefined : this.#tree.get(headId);
  }

  /** Call for each status of a peer. */
  statusReceived(peer: Peer): void {
    const { peers } = this.#options;
    const status = peer.status!;
    const tip = this.#tree.get(status.tipId);
    if (tip === undefined) return this.wake();
    if (tip.isInvalid) return peers.ban(peer, `its tip, block ${status.tipId.slice(0, 16)}…, is invalid`);
    if (tip.height !== status.height || tip.work !== status.work)
      return peers.ban(
        peer,
        `its tip, block ${status.tipId.slice(0, 16)}…, has another height or work than it claims`,
      );
    this.#setHead(peer, tip);
    this.#options.onProgress();
  }

  /** Asks for headers what is to be asked now. */
  wake(): void {
    if (this.#stopped.signal.aborted) return;
    clearTimeout(this.#timer);
    const { peers, limits } = this.#options;
    const wanted = peers.ready().filter((peer) => !this.#requested.has(peer) && this.#isWanted(peer));
    // A peer that has sent no headers yet comes first, so that blocks can be asked of all that have the branch.
    const due = wanted
      .filter((peer) => this.#graceOf(peer) <= 0)
      .sort((a, b) => Number(this.headOf(a) !== undefined) - Number(this.headOf(b) !== undefined))[0];
    if (due !== undefined && this.#lateIn() <= 0) this.#request(due);
    const waiting = wanted.filter((peer) => peer !== due || !this.#requested.has(peer));
    if (waiting.length === 0) return;
    const delay = Math.max(1, this.#lateIn(), Math.min(...waiting.map((peer) => this.#graceOf(peer))));
    this.#timer = setTimeout(() => this.wake(), Math.min(delay, limits.lateAfterMs)).unref();
  }

  /** Milliseconds until the newest open request is late. */
  #lateIn(): number {
    const newest = Math.max(-Infinity, ...this.#requested.values());
    return newest + this.#options.limits.lateAfterMs - performance.now();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopped.abort();
    await Promise.all(this.#running);
  }

  get #tree(): HeaderTree {
    return this.#options.chain.tree;
  }

  #isWanted(peer: Peer): boolean {
    if (!this.isOpenClaim(peer)) return false;
    return (this.headOf(peer)?.height ?? 0) - this.#tree.active.height < this.#options.limits.headersAhead;
  }

  /** Milliseconds for which the next block may still arrive by gossip. */
  #graceOf(peer: Peer): number {
    const { limits, clock, chain, isReceiving } = this.#options;
    const { status, statusAt } = peer;
    const isNext = status!.height === chain.tip()!.height + 1;
    if (!isNext || this.headOf(peer) === undefined) return 0;
    if (isReceiving(status!.tipId)) return limits.gossipGraceMs;
    return statusAt + limits.gossipGraceMs - clock();
  }

  #setHead(peer: Peer, head: TreeBlock): void {
    peer.headId = head.id;
    peer.isOnOtherBranch = false;
    peer.hasMoreHeaders &&= this.#tree.get(peer.status!.tipId) === undefined;
  }

  #request(peer: Peer): void {
    this.#requested.set(peer, performance.now());
    const run = this.#requestOnce(peer).finally(() => {
      this.#requested.delete(peer);
      this.#running.delete(run);
      this.#options.onProgress();
      this.wake();
    });
    this.#running.add(run);
  }

  async #requestOnce(peer: Peer): Promise<void> {
    const { chain, peers } = this.#options;
    const claimed = peer.status!;
    const before = this.headOf(peer);
    let headers: Uint8Array[];
    try {
      const { deepCommonId } = peer;
      const locator =
        deepCommonId === undefined
          ? locatorOf(chain, before ?? this.#tree.active, this.#tree.bestHeader.id)
          : hexToBytes(deepCommonId);
      headers = await this.#fetch(peer, locator);
    } catch (error) {
      return this.#penalizeFailure(peer, error as Error);
    }
    try {
      const validated = await this.#validate(headers);
      if (peers.has(peer)) this.#apply(peer, claimed, before, validated, headers.length);
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
      peers.ban(peer, `it sent an invalid header: ${error.code}: ${error.message}`);
    } finally {
      await chain.pruneHeaders();
    }
  }

  /** @returns headers of 118 bytes, at most 2,000; the whole answer has one deadline */
  #fetch(peer: Peer, locator: Uint8Array): Promise<Uint8Array[]> {
    const { protocol, limits, peers } = this.#options;
    const ask = async (signal: AbortSignal): Promise<Uint8Array[]> => {
      const stream = await peer.connection.newStream(protocol, { signal });
      return withStream(stream, async () => {
        const frames = framesOf(stream, MAX_ANSWER_SIZE);
        await frames.write(locator, signal);
        const answer = await frames.read(signal);
        peers.markSeen(peer);
        if (answer.length % HEADER_SIZE !== 0)
          throw new ProtocolViolation('it sent an invalid list of headers');
        return splitEvery(answer, HEADER_SIZE);
      });
    };
    return withDeadline(limits.headersTimeoutMs, ask, this.#stopped.signal);
  }

  /** Validates consecutive headers in slices; those on our chain are skipped. @throws ConsensusError, ProtocolError */
  async #validate(headers: readonly Uint8Array[]): Promise<Validated> {
    const { chain } = this.#options;
    let previous: BlockId | undefined;
    let last: TreeBlock | undefined;
    for (const [index, header] of headers.entries()) {
      if (index % HEADERS_PER_TURN === HEADERS_PER_TURN - 1) await setImmediate();
      const { previousBlockId } = decodeBlockHeader(header);
      if (previous !== undefined && previousBlockId !== previous)
        throw new ConsensusError('bad_previous_block', 'the headers are not consecutive');
      previous = blockId(header);
      let block: TreeBlock | undefined;
      try {
        block = chain.receiveHeader(header);
      } catch (error) {
        if (error instanceof ConsensusError && error.code === 'timestamp_too_new')
          return { kind: 'tooNew', last };
        throw error;
      }
      if (block !== undefined) last = block;
      else if (chain.heightOfBlock(previous) === undefined) {
        if (last !== undefined) return { kind: 'forgotten' };
        const forkHeight = chain.heightOfBlock(previousBlockId);
        if (forkHeight !== undefined) return { kind: 'tooDeep', forkHeight };
        throw new ConsensusError('bad_previous_block', 'the headers do not continue a block of the locator');
      }
    }
    return { kind: 'valid', last, lastId: previous };
  }

  #apply(
    peer: Peer,
    claimed: ChainStatus,
    before: TreeBlock | undefined,
    validated: Validated,
    count: number,
  ): void {
    const { peers, clock, logger } = this.#options;
    const last = 'last' in validated ? validated.last : undefined;
    peer.hasMoreHeaders = false;
    peer.deepCommonId = undefined;
    if (last?.isInvalid === true)
      return peers.ban(
        peer,
        `it sent an invalid block: its branch breaks a rule at or below height ${last.height}`,
      );
    if (last !== undefined) this.#setHead(peer, last);
    if (validated.kind === 'tooDeep') {
      peer.headersPausedUntil = clock() + PAUSE_MS;
      logger.warn(
        `Peer ${peer.name} follows a chain that leaves ours at height ${validated.forkHeight}, below height ${this.#tree.base.height} from which branches are followed: an operator must decide which chain to keep`,
      );
    } else if (validated.kind === 'tooNew' || validated.kind === 'forgotten') {
      peer.headersPausedUntil = clock() + SHORT_PAUSE_MS;
    } else if (last === undefined || last.work < claimed.work) {
      const isProgress = last !== undefined && last.height > (before?.height ?? -1);
      const isFull = count === MAX_HEADERS_PER_ANSWER && (isProgress || before === undefined);
      // A status that arrived meanwhile is compared with the next answer.
      if (isFull) {
        peer.hasMoreHeaders = last !== undefined;
        if (last === undefined && validated.kind === 'valid') peer.deepCommonId = validated.lastId;
      } else if (peer.status === claimed) {
        const claim = `height ${claimed.height} and work 0x${claimed.work.toString(16)}`;
        peers.disconnect(peer, 'unproven', `it claims ${claim}, and its headers do not prove that`);
      }
    }
  }

  #penalizeFailure(peer: Peer, error: Error): void {
    const { peers } = this.#options;
    if (!peers.has(peer) || !peer.isOpen || this.#stopped.signal.aborted) return;
    const reason = `no headers: ${error.message}`;
    peer.hasMoreHeaders = false;
    if (isViolation(error) || error.name === 'UnsupportedProtocolError')
      peers.penalize(peer, 'invalid', reason);
    else if (this.headOf(peer) === undefined)
      peers.disconnect(peer, error.name === 'TimeoutError' ? 'unproven' : 'brokenOff', reason);
    else peers.penalize(peer, error.name === 'TimeoutError' ? 'timeout' : 'brokenOff', reason);
  }
}
