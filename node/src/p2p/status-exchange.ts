import type { BlockId } from '@cairn/protocol';
import { defineLayout, hex, u32, u8 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import type { ChainStatus, Peer, PeerContext } from './peers.ts';
import { answer, ask, type Exchange } from './wire.ts';

/** Version of the peer protocols, which is also part of their names. */
const VERSION = 3;

/** The status message: 101 bytes. */
const STATUS_LAYOUT = defineLayout({
  version: u8,
  genesisId: hex<BlockId>(32),
  height: u32,
  tipId: hex<BlockId>(32),
  /** Big-endian. */
  work: hex(32),
});

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

/**
 * How long after a new tip our status is sent; further tips in this time share the message. By then gossip has usually delivered
 * the block, so that the receiver need not ask for it.
 */
const ADVERTISE_MS = 150;

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

  /** @param onStatus called after each status */
  constructor(context: PeerContext, onStatus: (peer: Peer, isFirst: boolean) => void) {
    this.#context = context;
    this.#onStatus = onStatus;
    this.#exchange = { maximum: STATUS_LAYOUT.size, milliseconds: context.limits.handshakeTimeoutMs };
  }

  /** Answers a peer's status with ours. */
  answer(stream: Stream, peer: Peer): Promise<void> {
    return answer(stream, this.#exchange, async (frames, signal) => {
      this.#receive(peer, decodeStatus(await frames.read(signal)));
      if (this.#context.peers.has(peer)) await frames.write(this.#own(), signal);
    });
  }

  /** Sends our status to a peer and requests its own; a call during an open request repeats it after the answer. */
  async request(peer: Peer): Promise<void> {
    const { peers, names } = this.#context;
    if (this.#open.has(peer)) return void this.#open.set(peer, true);
    this.#open.set(peer, false);
    try {
      const status = await ask(peer, names.status, this.#exchange, async (frames, signal) => {
        await frames.write(this.#own(), signal);
        return decodeStatus(await frames.read(signal));
      });
      this.#receive(peer, status);
    } catch (error) {
      const isFirst = peer.status === undefined;
      peers.requestFailed(peer, isFirst ? 'no handshake' : 'no status', error as Error, isFirst);
    }
    const isRepeated = this.#open.get(peer) === true && peers.has(peer);
    this.#open.delete(peer);
    if (isRepeated) void this.request(peer);
  }

  requestAll(): void {
    for (const peer of this.#context.peers.ready()) void this.request(peer);
  }

  /** Call when our tip changed: every peer gets our status after a delay. */
  tipChanged(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.requestAll();
    }, ADVERTISE_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #own(): Uint8Array {
    const { chain } = this.#context;
    const { height, id: tipId } = chain.tip()!;
    return encodeStatus({ genesisId: chain.blockSummary(0)!.id, height, tipId, work: chain.work() });
  }

  #receive(peer: Peer, status: ChainStatus | undefined): void {
    const { chain, peers } = this.#context;
    if (!peers.has(peer)) return;
    if (status === undefined) return peers.ban(peer, 'it sent no valid status');
    if (status.genesisId !== chain.blockSummary(0)?.id)
      return peers.ban(peer, `its chain has another genesis block (${status.genesisId.slice(0, 16)}…)`);
    peers.markSeen(peer);
    this.#onStatus(peer, peers.setStatus(peer, status));
  }
}
