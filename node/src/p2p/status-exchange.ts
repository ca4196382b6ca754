import type { BlockId } from '@cairn/protocol';
import { defineLayout, hex, u32, u8 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import type { Chain } from '../chain/chain.ts';
import type { BlockIntake } from './block-intake.ts';
import { framesOf, isMalformed, withDeadline, withStream } from './frames.ts';
import type { ChainStatus, Peer, PeerBook } from './peer-book.ts';
import { assessStatus } from './header-sync.ts';
import type { PeerLimits } from './peer-limits.ts';

/** Version of the peer protocols, which is also part of their names. */
const VERSION = 2;

/** The status message: 101 bytes. */
const STATUS_LAYOUT = defineLayout({
  version: u8,
  genesisId: hex<BlockId>(32),
  height: u32,
  tipId: hex<BlockId>(32),
  /** Big-endian. */
  work: hex(32),
});

const STATUS_SIZE = STATUS_LAYOUT.size;

/** @param chain must have its genesis block */
function statusOf(chain: Chain): ChainStatus {
  const tip = chain.tip();
  const genesis = chain.blockSummary(0);
  if (tip === undefined || genesis === undefined) throw new Error('the chain has no genesis block');
  return { genesisId: genesis.id, height: tip.height, tipId: tip.id, work: chain.work() };
}

export function encodeStatus({ genesisId, height, tipId, work }: ChainStatus): Uint8Array {
  const digits = work.toString(16).padStart(64, '0');
  return STATUS_LAYOUT.encode({ version: VERSION, genesisId, height, tipId, work: digits });
}

/** @returns `undefined` if the bytes are not a status message of this version */
export function decodeStatus(bytes: Uint8Array): ChainStatus | undefined {
  if (bytes.length !== STATUS_LAYOUT.size) return undefined;
  const { version, genesisId, height, tipId, work } = STATUS_LAYOUT.decode(bytes);
  return version === VERSION ? { genesisId, height, tipId, work: BigInt(`0x${work}`) } : undefined;
}

export interface StatusExchangeOptions {
  readonly chain: Chain;
  readonly book: PeerBook;
  readonly intake: BlockIntake;
  readonly limits: PeerLimits;
  readonly protocol: string;
  /** Called after an accepted status. */
  readonly onStatus: (peer: Peer, first: boolean) => void;
  /** Called for a status (`peer.claim`) that counts only once headers prove it. */
  readonly onClaim: (peer: Peer) => void;
}

/**
 * How long after a new tip our status is sent; further tips in this time share the message. By then gossip has usually
 * delivered the block, so that the receiver does not count itself as behind.
 */
const ADVERTISE_MS = 150;

/** A status that arrived before its block, and the timer that ends the wait for the block. */
interface HeldStatus {
  readonly status: ChainStatus;
  readonly timer: NodeJS.Timeout;
}

/**
 * The handshake, repeated at every new tip: each side sends its status.
 *
 * A status with more work than this node has is a claim. Until headers prove it, the peer's earlier status counts, and a
 * peer without one does not count as connected. `ready` and `best_peer_height` (interface document, sections 2.8 and 3.3)
 * thus follow what peers advertise, but no peer can advertise work that it cannot prove.
 *
 * A new block arrives by gossip, and its miner's new status by this protocol. A claim of one block more than ours is held
 * until that block arrives or `gossipGraceMs` has passed, so that a node that keeps up stays `ready` and is never
 * `syncing`. Headers for any higher claim, and for a peer's first one, are requested at once.
 */
export class StatusExchange {
  readonly #options: StatusExchangeOptions;
  readonly #held = new Map<Peer, HeldStatus>();
  /** Peers with an open request; `again` if another one was to be sent meanwhile. */
  readonly #openRequests = new Map<Peer, 'once' | 'again'>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StatusExchangeOptions) {
    this.#options = options;
  }

  /** Answers a peer's status with ours. */
  answer(stream: Stream, peer: Peer): Promise<void> {
    const { chain, limits } = this.#options;
    return withDeadline(limits.handshakeTimeoutMs, (signal) =>
      withStream(stream, async () => {
        const frames = framesOf(stream, STATUS_SIZE);
        const status = decodeStatus(await frames.read(signal));
        if (!this.#validate(peer, status)) return;
        await frames.write(encodeStatus(statusOf(chain)), signal);
      }),
    );
  }

  /**
   * Sends our status to a peer and requests its status. A peer without a valid answer is penalized, or dropped and refused
   * for 10 minutes. Each peer has one request at a time: a call during an open request sends our current status again after
   * the answer.
   */
  request(peer: Peer): void {
    if (this.#openRequests.has(peer)) this.#openRequests.set(peer, 'again');
    else void this.#requestUntilCurrent(peer);
  }

  /**
   * Call when our tip changed. Requests headers for held claims, except those one block above the new tip, and sends our
   * status to every peer after a delay.
   */
  tipChanged(): void {
    for (const [peer, entry] of this.#held) if (!this.#isNext(entry.status)) this.#release(peer, entry);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const peer of this.#options.book.ready()) this.request(peer);
    }, ADVERTISE_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
  }

  async #requestUntilCurrent(peer: Peer): Promise<void> {
    const { book } = this.#options;
    do {
      this.#openRequests.set(peer, 'once');
      await this.#requestOnce(peer).catch((error: Error) => penalizeFailure(book, peer, error));
    } while (this.#openRequests.get(peer) === 'again' && book.get(peer.id) === peer);
    this.#openRequests.delete(peer);
  }

  async #requestOnce(peer: Peer): Promise<void> {
    const { chain, limits, protocol } = this.#options;
    const status = await withDeadline(limits.handshakeTimeoutMs, async (signal) => {
      const stream = await peer.connection.newStream(protocol, { signal });
      return withStream(stream, async () => {
        const frames = framesOf(stream, STATUS_SIZE);
        await frames.write(encodeStatus(statusOf(chain)), signal);
        return decodeStatus(await frames.read(signal));
      });
    });
    this.#validate(peer, status);
  }

  /** @returns false if the peer is no longer connected, or is dropped for its status */
  #validate(peer: Peer, status: ChainStatus | undefined): boolean {
    const { chain, book } = this.#options;
    if (book.get(peer.id) !== peer) return false;
    if (status === undefined) {
      book.drop(peer, 'it sent no valid status');
      return false;
    }
    if (status.genesisId !== chain.blockSummary(0)?.id) {
      book.drop(peer, `its chain has another genesis block (${status.genesisId.slice(0, 16)}…)`);
      return false;
    }
    clearTimeout(this.#held.get(peer)?.timer);
    this.#held.delete(peer);
    peer.markSeen();
    if (this.#hold(peer, status)) return true;
    if (assessStatus(chain.tree, status) === 'proven') this.accept(peer, status);
    else this.#claim(peer, status);
    return true;
  }

  #claim(peer: Peer, status: ChainStatus): void {
    if (this.#options.book.get(peer.id) !== peer) return;
    peer.claim = status;
    this.#options.onClaim(peer);
  }

  /** Accepts a status that headers prove or have begun to prove, or that claims no more than this node has. */
  accept(peer: Peer, status: ChainStatus): void {
    const { chain, book, onStatus } = this.#options;
    if (book.get(peer.id) !== peer) return;
    if (chain.tree.get(status.tipId) !== undefined) peer.newestKnownId = status.tipId;
    onStatus(peer, book.acceptStatus(peer, status));
  }

  /** @returns true if the claim is held back */
  #hold(peer: Peer, status: ChainStatus): boolean {
    const { intake, limits } = this.#options;
    if (peer.status === undefined || peer.status.height >= status.height || !this.#isNext(status))
      return false;
    // The block may have arrived, but not be validated yet.
    const wait = (): void => void intake.idle().then(() => this.#release(peer, entry));
    const entry: HeldStatus = { status, timer: setTimeout(wait, limits.gossipGraceMs).unref() };
    this.#held.set(peer, entry);
    return true;
  }

  #isNext({ height }: ChainStatus): boolean {
    return height === (this.#options.chain.tip()?.height ?? -1) + 1;
  }

  #release(peer: Peer, entry: HeldStatus): void {
    if (this.#held.get(peer) !== entry) return; // released meanwhile
    clearTimeout(entry.timer);
    this.#held.delete(peer);
    this.#claim(peer, entry.status);
  }
}

/**
 * Drops a peer that sent malformed bytes, or does not support our protocol because it is on another network. Penalizes one
 * that answers late or not at all, and disconnects it if its handshake is not complete.
 */
function penalizeFailure(book: PeerBook, peer: Peer, error: Error): void {
  if (book.get(peer.id) !== peer || peer.connection.status !== 'open') return;
  if (error.name === 'UnsupportedProtocolError') {
    book.drop(peer, 'it does not support the protocols of this network');
  } else if (isMalformed(error)) {
    book.penalize(peer, 'invalid', `no status: ${error.message}`);
  } else if (peer.status === undefined) {
    book.disconnect(peer, 'timeout', `no handshake: ${error.message}`);
  } else {
    book.penalize(peer, 'timeout', `no status: ${error.message}`);
  }
}
