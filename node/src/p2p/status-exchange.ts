import { defineLayout, hex, u32, u8 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { BlockIntake } from './block-intake.ts';
import { converse, framesOf, isMalformed, withPatience } from './frames.ts';
import type { ChainStatus, Peer, PeerBook } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

/** Version of these protocols; another version has other protocol names too. */
const VERSION = 1;

/** The status message: 69 bytes. */
const STATUS_LAYOUT = defineLayout({
  version: u8,
  genesisId: hex(32),
  height: u32,
  tipId: hex(32),
});

const STATUS_SIZE = STATUS_LAYOUT.size;

/** The status of a chain that has its genesis block. */
function statusOf(chain: ChainReader): ChainStatus {
  const tip = chain.tip();
  const genesis = chain.blockSummary(0);
  if (tip === undefined || genesis === undefined)
    throw new Error('a chain without a genesis block has no peers');
  return { genesisId: genesis.id, height: tip.height, tipId: tip.id };
}

export function encodeStatus({ genesisId, height, tipId }: ChainStatus): Uint8Array {
  return STATUS_LAYOUT.encode({ version: VERSION, genesisId, height, tipId });
}

/** @returns `undefined` for bytes that are no status message of this version */
export function decodeStatus(bytes: Uint8Array): ChainStatus | undefined {
  if (bytes.length !== STATUS_LAYOUT.size) return undefined;
  const { version, genesisId, height, tipId } = STATUS_LAYOUT.decode(bytes);
  return version === VERSION ? { genesisId, height, tipId } : undefined;
}

/**
 * What a peer's status says about its chain next to ours.
 * - `foreign`: another genesis block.
 * - `diverged`: its tip differs from our block of that height. There is no fork choice in v1.
 */
function compareStatus(
  chain: ChainReader,
  { genesisId, height, tipId }: ChainStatus,
): 'foreign' | 'diverged' | 'compatible' {
  if (genesisId !== chain.blockSummary(0)?.id) return 'foreign';
  const ours = chain.blockSummary(height);
  return ours === undefined || ours.id === tipId ? 'compatible' : 'diverged';
}

export interface StatusExchangeOptions {
  readonly chain: ChainReader;
  readonly book: PeerBook;
  readonly intake: BlockIntake;
  readonly limits: PeerLimits;
  readonly protocol: string;
  /** Called after a status that fits our chain. */
  readonly onStatus: (peer: Peer, first: boolean) => void;
}

/**
 * A new tip is told after this time, with those that follow it until then: the block itself travels by gossip meanwhile,
 * so that a peer that gets it does not count as behind first.
 */
const ADVERTISE_MILLISECONDS = 150;

/** A status that overtook its block, and the timer that ends the wait for the block. */
interface HeldStatus {
  readonly status: ChainStatus;
  readonly timer: NodeJS.Timeout;
}

/**
 * The handshake, and its repetition whenever a tip moves: each side sends its status.
 *
 * A new block and its miner's new status go two ways, gossip and this protocol. A status of one block more than ours is
 * held until that block is here, or has not come in `gossipGrace`. Until then the peer's earlier status counts, so that a
 * node that keeps up is always `ready` and never `syncing` (contract section 3.3). Any higher status, and any first one,
 * counts at once.
 */
export class StatusExchange {
  readonly #options: StatusExchangeOptions;
  readonly #held = new Map<Peer, HeldStatus>();
  /** Peers that are being asked now; `again` where our status changed meanwhile. */
  readonly #asked = new Map<Peer, 'once' | 'again'>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StatusExchangeOptions) {
    this.#options = options;
  }

  /** Answers a peer's status with ours. */
  answer(stream: Stream, peer: Peer): Promise<void> {
    const { chain, limits } = this.#options;
    return withPatience(limits.handshake, (signal) =>
      converse(stream, async () => {
        const frames = framesOf(stream, STATUS_SIZE);
        const status = decodeStatus(await frames.read(signal));
        if (!this.#judge(peer, status)) return;
        await frames.write(encodeStatus(statusOf(chain)), signal);
      }),
    );
  }

  /**
   * Tells a peer our status and asks for its own; a peer that has none to give is scored down or dropped. While it is
   * being asked it is not asked again: a change meanwhile is told once it has answered.
   */
  ask(peer: Peer): void {
    if (this.#asked.has(peer)) this.#asked.set(peer, 'again');
    else void this.#askUntilCurrent(peer);
  }

  /** Our tip moved: takes up every held status, and tells every peer, soon. */
  tipMoved(): void {
    for (const [peer, entry] of this.#held) this.#release(peer, entry);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const peer of this.#options.book.ready()) this.ask(peer);
    }, ADVERTISE_MILLISECONDS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
  }

  async #askUntilCurrent(peer: Peer): Promise<void> {
    const { book } = this.#options;
    do {
      this.#asked.set(peer, 'once');
      await this.#askOnce(peer).catch((error: Error) => complain(book, peer, error));
    } while (this.#asked.get(peer) === 'again' && book.get(peer.id) === peer);
    this.#asked.delete(peer);
  }

  async #askOnce(peer: Peer): Promise<void> {
    const { chain, limits, protocol } = this.#options;
    const status = await withPatience(limits.handshake, async (signal) => {
      const stream = await peer.connection.newStream(protocol, { signal });
      return converse(stream, async () => {
        const frames = framesOf(stream, STATUS_SIZE);
        await frames.write(encodeStatus(statusOf(chain)), signal);
        return decodeStatus(await frames.read(signal));
      });
    });
    this.#judge(peer, status);
  }

  /** @returns false when the peer is dropped for its status */
  #judge(peer: Peer, status: ChainStatus | undefined): boolean {
    const { chain, book, onStatus } = this.#options;
    if (book.get(peer.id) !== peer) return false;
    if (status === undefined) {
      book.drop(peer, 'it sends no status');
      return false;
    }
    const relation = compareStatus(chain, status);
    if (relation === 'foreign') {
      book.drop(peer, `its chain begins with another genesis block (${status.genesisId.slice(0, 16)}…)`);
      return false;
    }
    if (relation === 'diverged') {
      book.dropDiverged(peer, status.height);
      return false;
    }
    if (!this.#hold(peer, status)) onStatus(peer, book.heard(peer, status));
    return true;
  }

  /** @returns true when the status is held back; an earlier held one of that peer is forgotten in any case */
  #hold(peer: Peer, status: ChainStatus): boolean {
    const { chain, intake, limits } = this.#options;
    clearTimeout(this.#held.get(peer)?.timer);
    this.#held.delete(peer);
    const isNext = status.height === (chain.tip()?.height ?? -1) + 1;
    if (peer.status === undefined || peer.status.height >= status.height || !isNext) return false;
    peer.seen();
    // The block may have arrived already and still be being validated.
    const wait = (): void => void intake.idle().then(() => this.#release(peer, entry));
    const entry: HeldStatus = { status, timer: setTimeout(wait, limits.gossipGrace).unref() };
    this.#held.set(peer, entry);
    return true;
  }

  #release(peer: Peer, entry: HeldStatus): void {
    if (this.#held.get(peer) !== entry) return; // released meanwhile
    clearTimeout(entry.timer);
    this.#held.delete(peer);
    const { book, onStatus } = this.#options;
    if (book.get(peer.id) === peer) onStatus(peer, book.heard(peer, entry.status));
  }
}

/** A peer that does not speak our protocol belongs to another network; one that is slow may only be slow. */
function complain(book: PeerBook, peer: Peer, error: Error): void {
  if (book.get(peer.id) !== peer || peer.connection.status !== 'open') return;
  if (error.name === 'UnsupportedProtocolError') {
    book.drop(peer, 'it does not speak the protocols of this network');
  } else if (isMalformed(error)) {
    book.penalize(peer, 'invalid', `no status: ${error.message}`);
  } else if (peer.status === undefined) {
    book.hangUp(peer, 'timeout', `no handshake: ${error.message}`);
  } else {
    book.penalize(peer, 'timeout', `no status: ${error.message}`);
  }
}
