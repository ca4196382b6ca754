import type { BlockId } from '@cairn/protocol';
import { defineLayout, hex, u256, u32, u8 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import type { ChainStatus, Peer, PeerContext } from './peers.ts';
import { type Exchange, request, respond } from './wire.ts';

/** Version of the peer protocols, which is also part of their names. */
const VERSION = 3;

/** The status message: 101 bytes. */
const STATUS_LAYOUT = defineLayout({
  version: u8,
  genesisId: hex<BlockId>(32),
  height: u32,
  tipId: hex<BlockId>(32),
  work: u256,
});

export function encodeStatus(status: ChainStatus): Uint8Array {
  return STATUS_LAYOUT.encode({ version: VERSION, ...status });
}

/** @returns `undefined` if the bytes are not a status message of this version */
export function decodeStatus(bytes: Uint8Array): ChainStatus | undefined {
  if (bytes.length !== STATUS_LAYOUT.size) return undefined;
  const { version, ...status } = STATUS_LAYOUT.decode(bytes);
  return version === VERSION ? status : undefined;
}

/**
 * The handshake, repeated at every new tip and every 15 s: each side sends genesis block, height, tip and work of its chain. A status
 * is a claim; `HeaderSync` finds out what it is worth.
 */
export class StatusExchange {
  readonly #context: PeerContext;
  readonly #onStatus: (peer: Peer, isFirst: boolean) => void;
  readonly #exchange: Exchange;
  /** Peers with an open request; true if another one is to follow it. */
  readonly #open = new Map<Peer, boolean>();
  #timer: NodeJS.Timeout | undefined;
  #requestedAt = 0;

  /** @param onStatus called after each status */
  constructor(context: PeerContext, onStatus: (peer: Peer, isFirst: boolean) => void) {
    this.#context = context;
    this.#onStatus = onStatus;
    this.#exchange = { maximum: STATUS_LAYOUT.size, milliseconds: context.limits.handshakeTimeoutMs };
  }

  /** Responds to a peer's status with ours. */
  respond(stream: Stream, peer: Peer): Promise<void> {
    return respond(stream, this.#exchange, async (frames) => {
      this.#receive(peer, decodeStatus(await frames.read()));
      if (this.#context.peers.has(peer)) await frames.write(this.#own());
    });
  }

  /** Sends our status to a peer and requests its own; a call during an open request repeats it after the response. */
  async request(peer: Peer): Promise<void> {
    const { peers, names } = this.#context;
    if (this.#open.has(peer)) return void this.#open.set(peer, true);
    this.#open.set(peer, false);
    try {
      const status = await request(peer, names.status, this.#exchange, async (frames) => {
        await frames.write(this.#own());
        return decodeStatus(await frames.read());
      });
      this.#receive(peer, status);
    } catch (error) {
      peers.requestFailed(peer, 'no status', error as Error);
      if (peer.status === undefined) peers.disconnect(peer, `no handshake: ${(error as Error).message}`);
    }
    const isRepeated = this.#open.get(peer) === true && peers.has(peer);
    this.#open.delete(peer);
    if (isRepeated) void this.request(peer);
  }

  /** Requests the status of all peers when due; a timer calls it. */
  tick(): void {
    const { clock, limits } = this.#context;
    if (clock() - this.#requestedAt >= limits.statusIntervalMs) this.#requestAll();
  }

  /** Call when our tip changed: every peer gets our status after a delay. */
  tipChanged(): void {
    this.#timer ??= setTimeout(() => this.#requestAll(), this.#context.limits.advertiseAfterMs).unref();
  }

  #requestAll(): void {
    const { clock, closing, peers } = this.#context;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#requestedAt = clock();
    if (!closing.aborted) for (const peer of peers.ready()) void this.request(peer);
  }

  #own(): Uint8Array {
    const { view } = this.#context.chain;
    const { height, id: tipId, work } = view.tip;
    return encodeStatus({ genesisId: view.block(0)!.id, height, tipId, work });
  }

  #receive(peer: Peer, status: ChainStatus | undefined): void {
    const { chain, peers, logger } = this.#context;
    if (!peers.has(peer)) return;
    if (status === undefined) return peers.penalize(peer, 'invalid', 'it sent no valid status');
    if (status.genesisId !== chain.view.block(0)!.id) {
      const other = status.genesisId.slice(0, 16);
      return peers.penalize(peer, 'invalid', `its chain has another genesis block (${other}…)`);
    }
    const isFirst = peer.status === undefined;
    peer.status = status;
    peers.markSeen(peer);
    if (isFirst)
      logger.info(`Peer ${peer.name} connected (${peer.connection.direction}): height ${status.height}`);
    this.#onStatus(peer, isFirst);
  }
}
