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
  /** Called for a status that headers prove, or have begun to prove: it counts from now on. */
  readonly onAccepted: (peer: Peer, status: ChainStatus) => void;
  /** Called after each answer that lets this node continue with the peer, and when the requests to a peer end. */
  readonly onProgress: () => void;
}

/**
 * Compares a peer's status with the header tree.
 * - `proven`: headers prove it, or it claims no more than this node has.
 * - `refuted`: its tip is known and has another height or work, or is invalid.
 * - `open`: it claims more than this node knows.
 */
export function assessStatus(tree: HeaderTree, status: ChainStatus): 'proven' | 'refuted' | 'open' {
  const tip = tree.get(status.tipId);
  if (tip !== undefined) {
    const isTrue = !tip.isInvalid && tip.height === status.height && tip.work === status.work;
    return isTrue ? 'proven' : 'refuted';
  }
  const isMore = status.height > tree.best.height || status.work > tree.best.work;
  return isMore ? 'open' : 'proven';
}

/** The result of validating the headers of an answer. */
interface ValidatedHeaders {
  /** The last header that the tree contains. */
  readonly last: TreeBlock | undefined;
  /**
   * - `tooDeep`: their branch begins further below the tip than branches are kept (`TreeLimits.depth`).
   * - `tooNew`: a timestamp is too far ahead of this node's clock, which may be wrong.
   * - `forgotten`: the tree pruned the branch.
   */
  readonly ended?: 'tooDeep' | 'tooNew' | 'forgotten';
}

/** Headers validated per turn of the event loop: about 10 ms. */
const HEADERS_PER_TURN = 200;

/**
 * Fetches and validates headers (PROTOCOL.md section 8). A status with more work than this node has is a claim until
 * headers prove it: the claim counts from the first answer that is full or proves it. A peer whose headers end below
 * its claim is disconnected; a peer whose headers break a rule is dropped. Further headers are requested from one peer
 * at a time, and from a second peer if the answer of the first is late, up to `headersAhead` blocks ahead of the chain.
 */
export class HeaderSync {
  readonly #options: HeaderSyncOptions;
  readonly #stopped = new AbortController();
  /** Time of the open request to each peer, by `performance.now`. */
  readonly #requestedAt = new Map<Peer, number>();
  readonly #running = new Set<Promise<void>>();

  constructor(options: HeaderSyncOptions) {
    this.#options = options;
  }

  /** True while further headers are being requested from a peer with an accepted status. */
  isFetching(): boolean {
    return [...this.#requestedAt.keys()].some(({ status }) => status !== undefined);
  }

  /** True while no request for headers is open. */
  isIdle(): boolean {
    return this.#requestedAt.size === 0;
  }

  /** Requests the headers that prove a peer's claim, or further headers if this node wants them from this peer now. */
  requestFrom(peer: Peer): void {
    if (this.#requestedAt.has(peer) || !this.#isWanted(peer)) return;
    this.#requestedAt.set(peer, performance.now());
    const run = this.#requestUntilDone(peer).finally(() => {
      this.#requestedAt.delete(peer);
      this.#running.delete(run);
      this.#options.onProgress();
    });
    this.#running.add(run);
  }

  /**
   * Requests the headers that prove a claim from every peer whose handshake is complete, and further headers from one peer:
   * of those that have them, the one with the fewest penalty points.
   */
  wake(): void {
    const peers = this.#options.book.ready().filter((peer) => !this.#requestedAt.has(peer));
    for (const peer of peers.sort((a, b) => a.points - b.points)) this.requestFrom(peer);
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
    const claimed = peer.claim ?? peer.status;
    if (claimed === undefined || !this.#isConnected(peer)) return false;
    if (assessStatus(this.#tree, claimed) !== 'open') return peer.claim !== undefined;
    if (peer.claim !== undefined) return true;
    const { headersAhead, lateAfterMs } = this.#options.limits;
    const known = this.#newestKnownBlock(peer);
    if ((known?.height ?? 0) - this.#tree.active.height >= headersAhead) return false;
    const now = performance.now();
    const leaders = [...this.#requestedAt].filter(([other]) => other !== peer && other.claim === undefined);
    return leaders.every(([, requestedAt]) => now - requestedAt > lateAfterMs);
  }

  #newestKnownBlock({ newestKnownId: id }: Peer): TreeBlock | undefined {
    return id === undefined ? undefined : this.#tree.get(id);
  }

  async #requestUntilDone(peer: Peer): Promise<void> {
    while (this.#isWanted(peer)) {
      this.#requestedAt.set(peer, performance.now());
      if (!(await this.#requestOnce(peer))) return;
      this.#options.onProgress();
    }
  }

  /** @returns false if no further request should be sent to this peer now */
  async #requestOnce(peer: Peer): Promise<boolean> {
    const { chain, limits, protocol } = this.#options;
    const claimed = peer.claim ?? peer.status!;
    if (this.#resolveStatus(peer, claimed)) return true;
    const before = this.#newestKnownBlock(peer);
    const locator = locatorOf(chain, before ?? this.#tree.active, this.#tree.bestHeader.id);
    let headers: Uint8Array[];
    try {
      headers = await requestHeaders(peer, protocol, locator, limits, this.#stopped.signal);
    } catch (error) {
      this.#penalizeFailure(peer, error as Error);
      return false;
    }
    try {
      const validated = await this.#validate(headers);
      return this.#isConnected(peer) && this.#applyAnswer(peer, claimed, before, validated, headers.length);
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
      this.#options.book.drop(peer, `it sent an invalid header: ${error.code}: ${error.message}`);
      return false;
    } finally {
      await chain.pruneHeaders();
    }
  }

  /** Accepts a proven status, and drops a peer with a refuted one. @returns false if the status is still open */
  #resolveStatus(peer: Peer, claimed: ChainStatus): boolean {
    const verdict = assessStatus(this.#tree, claimed);
    if (verdict === 'proven') this.#accept(peer, claimed);
    if (verdict === 'refuted') {
      const isInvalid = this.#tree.get(claimed.tipId)?.isInvalid === true;
      const problem = isInvalid ? 'is invalid' : 'has another height or work than it claims';
      this.#options.book.drop(peer, `its tip, block ${claimed.tipId.slice(0, 16)}…, ${problem}`);
    }
    return verdict !== 'open';
  }

  #accept(peer: Peer, status: ChainStatus): void {
    if (this.#tree.get(status.tipId) !== undefined) peer.newestKnownId = status.tipId;
    if (peer.claim === status) this.#options.onAccepted(peer, status);
  }

  /** Validates consecutive headers in slices. @throws ConsensusError, ProtocolError */
  async #validate(headers: readonly Uint8Array[]): Promise<ValidatedHeaders> {
    const { chain } = this.#options;
    let last: TreeBlock | undefined;
    for (const [index, header] of headers.entries()) {
      if (index % HEADERS_PER_TURN === HEADERS_PER_TURN - 1) await setImmediate();
      const { previousBlockId } = decodeBlockHeader(header);
      if (last !== undefined && previousBlockId !== last.id) {
        throw new ConsensusError('bad_previous_block', 'the headers are not consecutive');
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
        throw new ConsensusError('bad_previous_block', 'the headers do not continue a block of the locator');
      }
      last = block;
    }
    return { last };
  }

  /** Applies the result of an answer to the peer. @returns false if no further request should be sent to it now */
  #applyAnswer(
    peer: Peer,
    claimed: ChainStatus,
    before: TreeBlock | undefined,
    { last, ended }: ValidatedHeaders,
    count: number,
  ): boolean {
    const { book } = this.#options;
    if (last?.isInvalid === true) {
      book.drop(peer, `block ${last.height} of its branch, or an earlier one, is invalid`);
      return false;
    }
    if (ended === 'tooDeep') {
      book.drop(
        peer,
        `its chain forks from ours at or below height ${this.#tree.base.height}, too deep to follow`,
      );
      return false;
    }
    if (last !== undefined) {
      peer.newestKnownId = last.id;
      peer.isOnOtherBranch = false;
    }
    if (ended === 'tooNew') {
      // The peer's later headers are too new for this node's clock: for now, count the peer as having only the valid
      // headers, or no more than this node.
      const { best } = this.#tree;
      const { id: tipId, height, work } = last !== undefined && last.work > best.work ? last : best;
      this.#options.onAccepted(peer, { ...claimed, tipId, height, work });
      return false;
    }
    if (ended === 'forgotten') {
      book.penalize(peer, 'brokenOff', 'its branch has too little work to be kept');
      return false;
    }
    if (this.#resolveStatus(peer, claimed)) return true;
    const isFull = count === MAX_HEADERS_PER_ANSWER;
    const isProgress = last !== undefined && last.height > (before?.height ?? -1);
    if (isFull && (isProgress || before === undefined)) {
      if (peer.claim === claimed) this.#options.onAccepted(peer, claimed);
      return true;
    }
    const isProven = last !== undefined && last.work >= claimed.work && last.height >= claimed.height;
    if (isProven)
      this.#options.onAccepted(peer, { ...claimed, height: last.height, work: last.work, tipId: last.id });
    else if ((peer.claim ?? peer.status) === claimed) {
      this.#disconnect(peer, claimed);
      return false;
    }
    return true;
  }

  #disconnect(peer: Peer, { height, work }: ChainStatus): void {
    const reason = `it claims height ${height} and work 0x${work.toString(16)}, and its headers do not prove that`;
    this.#options.book.disconnect(peer, 'unproven', reason);
  }

  #penalizeFailure(peer: Peer, error: Error): void {
    const { book } = this.#options;
    if (!this.#isConnected(peer) || peer.connection.status !== 'open') return;
    const isBad = error.name === 'BadHeadersError' || error.name === 'UnsupportedProtocolError';
    const reason = `no headers: ${error.message}`;
    if (isBad || isMalformed(error)) return book.penalize(peer, 'invalid', reason);
    const offence = error.name === 'TimeoutError' ? 'timeout' : 'brokenOff';
    if (peer.status === undefined) book.disconnect(peer, offence, reason);
    else book.penalize(peer, offence, reason);
  }
}
