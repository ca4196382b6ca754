import { setImmediate } from 'node:timers/promises';
import {
  ConsensusError,
  decodeBlockHeader,
  type HeaderTree,
  MAX_HEADERS_PER_ANSWER,
  ProtocolError,
  type TreeBlock,
} from '@cairn/protocol';
import type { Chain } from '../chain/chain.ts';
import { isMalformed } from './frames.ts';
import { locatorOf, requestHeaders } from './header-exchange.ts';
import type { ChainStatus, Peer, PeerBook } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

export interface HeaderSyncOptions {
  readonly chain: Chain;
  readonly book: PeerBook;
  readonly limits: PeerLimits;
  readonly protocol: string;
  /** A status is accepted: headers prove it, or start to. */
  readonly onBelieved: (peer: Peer, status: ChainStatus) => void;
  /** New headers are in the tree, or a peer stopped sending them. */
  readonly onProgress: () => void;
}

/**
 * Compares a peer's status with the header tree.
 * - `proven`: headers prove it, or it claims no more than this node has.
 * - `refuted`: its tip is known, and has another height or work, or breaks a rule.
 * - `open`: it claims more than this node knows.
 */
export function assess(tree: HeaderTree, status: ChainStatus): 'proven' | 'refuted' | 'open' {
  const tip = tree.get(status.tipId);
  if (tip !== undefined) {
    const isTrue = !tip.isInvalid && tip.height === status.height && tip.work === status.work;
    return isTrue ? 'proven' : 'refuted';
  }
  const isMore = status.height > tree.best.height || status.work > tree.best.work;
  return isMore ? 'open' : 'proven';
}

/** The result of validating an answer of headers. */
interface Validated {
  /** The last header that is in the tree. */
  readonly last: TreeBlock | undefined;
  /**
   * - `tooDeep`: they fork below the pruning depth.
   * - `tooNew`: one is dated ahead of this node's clock, which may be wrong.
   * - `forgotten`: the tree pruned the branch.
   */
  readonly ended?: 'tooDeep' | 'tooNew' | 'forgotten';
}

/** Headers validated per turn of the event loop: some 10 ms. */
const SLICE = 200;

/**
 * Fetches and validates headers (PROTOCOL.md section 8). A status of more work than this node has is a claim until headers
 * prove it: it counts from the first answer that is full or has more work than the chain. A peer whose headers end below its
 * claim is disconnected; one whose headers break a rule is dropped. After its first answer only one peer at a time is asked
 * for more, at most `headersAhead` blocks ahead of the chain, and a second one if its answer is late.
 */
export class HeaderSync {
  readonly #options: HeaderSyncOptions;
  readonly #stopped = new AbortController();
  /** Time of the open request to each peer, by `performance.now`. */
  readonly #asked = new Map<Peer, number>();
  readonly #running = new Set<Promise<void>>();

  constructor(options: HeaderSyncOptions) {
    this.#options = options;
  }

  /** True while a peer with an accepted status is asked for further headers. */
  isLeading(): boolean {
    return [...this.#asked.keys()].some(({ status }) => status !== undefined);
  }

  /** True while no peer is asked for headers. */
  isIdle(): boolean {
    return this.#asked.size === 0;
  }

  /** Asks a peer for the headers behind its claim; for further ones, if it is its turn. */
  pursue(peer: Peer): void {
    if (this.#asked.has(peer) || !this.#isWanted(peer)) return;
    this.#asked.set(peer, performance.now());
    const run = this.#follow(peer).finally(() => {
      this.#asked.delete(peer);
      this.#running.delete(run);
      this.#options.onProgress();
    });
    this.#running.add(run);
  }

  /** Asks whichever peer has further headers that this node wants now. */
  wake(): void {
    const peers = this.#options.book.ready().filter((peer) => !this.#asked.has(peer));
    for (const peer of peers.sort((a, b) => a.points - b.points)) this.pursue(peer);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#running);
  }

  get #tree(): HeaderTree {
    return this.#options.chain.tree;
  }

  #isConnected(peer: Peer): boolean {
    return this.#options.book.get(peer.id) === peer && !this.#stopped.signal.aborted;
  }

  #isWanted(peer: Peer): boolean {
    const said = peer.claim ?? peer.status;
    if (said === undefined || !this.#isConnected(peer)) return false;
    if (assess(this.#tree, said) !== 'open') return peer.claim !== undefined;
    if (peer.claim !== undefined) return true;
    const { headersAhead, rescue } = this.#options.limits;
    const known = this.#knownOf(peer);
    if ((known?.height ?? 0) - this.#tree.active.height >= headersAhead) return false;
    const now = performance.now();
    const leaders = [...this.#asked].filter(([other]) => other !== peer && other.claim === undefined);
    return leaders.every(([, askedAt]) => now - askedAt > rescue);
  }

  #knownOf({ known }: Peer): TreeBlock | undefined {
    return known === undefined ? undefined : this.#tree.get(known);
  }

  async #follow(peer: Peer): Promise<void> {
    while (this.#isWanted(peer)) {
      this.#asked.set(peer, performance.now());
      if (!(await this.#askOnce(peer))) return;
      this.#options.onProgress();
    }
  }

  /** @returns false when the peer is not to be asked again now */
  async #askOnce(peer: Peer): Promise<boolean> {
    const { chain, limits, protocol } = this.#options;
    const said = peer.claim ?? peer.status!;
    if (this.#settle(peer, said)) return true;
    const before = this.#knownOf(peer);
    const locator = locatorOf(chain, before ?? this.#tree.active, this.#tree.bestHeader.id);
    let headers: Uint8Array[];
    try {
      headers = await requestHeaders(peer, protocol, locator, limits, this.#stopped.signal);
    } catch (error) {
      this.#complain(peer, error as Error);
      return false;
    }
    try {
      const validated = await this.#validate(headers);
      return this.#isConnected(peer) && this.#conclude(peer, said, before, validated, headers.length);
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
      this.#options.book.drop(peer, `it sent an invalid header: ${error.code}: ${error.message}`);
      return false;
    } finally {
      await chain.pruneHeaders();
    }
  }

  /** @returns true once a peer's claim is settled */
  #settle(peer: Peer, said: ChainStatus): boolean {
    const verdict = assess(this.#tree, said);
    if (verdict === 'proven') this.#believe(peer, said);
    if (verdict === 'refuted') {
      const isInvalid = this.#tree.get(said.tipId)?.isInvalid === true;
      const problem = isInvalid ? 'is invalid' : 'has another height or work than it says';
      this.#options.book.drop(peer, `its tip, block ${said.tipId.slice(0, 16)}…, ${problem}`);
    }
    return verdict !== 'open';
  }

  #believe(peer: Peer, status: ChainStatus): void {
    if (this.#tree.get(status.tipId) !== undefined) peer.known = status.tipId;
    if (peer.claim === status) this.#options.onBelieved(peer, status);
  }

  /** Validates headers that follow one another, in slices. @throws ConsensusError, ProtocolError */
  async #validate(headers: readonly Uint8Array[]): Promise<Validated> {
    const { chain } = this.#options;
    let last: TreeBlock | undefined;
    for (const [index, header] of headers.entries()) {
      if (index % SLICE === SLICE - 1) await setImmediate();
      const { previousBlockId } = decodeBlockHeader(header);
      if (last !== undefined && previousBlockId !== last.id) {
        throw new ConsensusError('bad_previous_block', 'the headers do not follow one another');
      }
      let block: TreeBlock | undefined;
      try {
        block = chain.receiveHeader(header);
      } catch (error) {
        if (error instanceof ConsensusError && error.code === 'timestamp_too_new')
          return { last, ended: 'tooNew' };
        throw error;
      }
      if (block === undefined && last !== undefined) return { last: undefined, ended: 'forgotten' };
      if (block === undefined) {
        if (chain.heightOfBlock(previousBlockId) !== undefined) return { last, ended: 'tooDeep' };
        throw new ConsensusError('bad_previous_block', 'the headers follow no block of the locator');
      }
      last = block;
    }
    return { last };
  }

  /** @returns false when the peer is not to be asked again now */
  #conclude(
    peer: Peer,
    said: ChainStatus,
    before: TreeBlock | undefined,
    { last, ended }: Validated,
    count: number,
  ): boolean {
    const { book } = this.#options;
    if (last?.isInvalid === true) {
      book.drop(peer, `block ${last.height} of its branch, or one before it, is invalid`);
      return false;
    }
    if (ended === 'tooDeep') {
      book.drop(
        peer,
        `its chain left ours at or below height ${this.#tree.base.height}, too deep to be followed`,
      );
      return false;
    }
    if (last !== undefined) {
      peer.known = last.id;
      peer.isApart = false;
    }
    if (ended === 'tooNew') {
      // Its later headers wait for the clock: until then it counts as having no more than this node.
      const { best } = this.#tree;
      const { id: tipId, height, work } = last !== undefined && last.work > best.work ? last : best;
      this.#options.onBelieved(peer, { ...said, tipId, height, work });
      return false;
    }
    if (ended === 'forgotten') {
      book.penalize(peer, 'brokenOff', 'its branch has too little work to be kept');
      return false;
    }
    if (this.#settle(peer, said)) return true;
    const isFull = count === MAX_HEADERS_PER_ANSWER;
    const isProgress = last !== undefined && last.height > (before?.height ?? -1);
    if (isFull && (isProgress || before === undefined)) {
      if (peer.claim === said) this.#options.onBelieved(peer, said);
      return true;
    }
    const isCarried = last !== undefined && last.work >= said.work && last.height >= said.height;
    if (isCarried)
      this.#options.onBelieved(peer, { ...said, height: last.height, work: last.work, tipId: last.id });
    else if ((peer.claim ?? peer.status) === said) {
      this.#hangUp(peer, said);
      return false;
    }
    return true;
  }

  #hangUp(peer: Peer, { height, work }: ChainStatus): void {
    const reason = `it says its height is ${height}, and its headers do not carry that, nor its work 0x${work.toString(16)}`;
    this.#options.book.hangUp(peer, 'unproven', reason);
  }

  #complain(peer: Peer, error: Error): void {
    const { book } = this.#options;
    if (!this.#isConnected(peer) || peer.connection.status !== 'open') return;
    const isBad = error.name === 'BadHeadersError' || error.name === 'UnsupportedProtocolError';
    const reason = `no headers: ${error.message}`;
    if (isBad || isMalformed(error)) return book.penalize(peer, 'invalid', reason);
    const offence = error.name === 'TimeoutError' ? 'timeout' : 'brokenOff';
    if (peer.status === undefined) book.hangUp(peer, offence, reason);
    else book.penalize(peer, offence, reason);
  }
}
