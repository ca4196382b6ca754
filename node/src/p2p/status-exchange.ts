import type { Stream } from '@libp2p/interface';
import type { ChainReader } from '../chain/chain-reader.ts';
import {
  compareStatus,
  decodeStatus,
  encodeStatus,
  STATUS_SIZE,
  statusOf,
  type ChainStatus,
} from './chain-status.ts';
import type { BlockIntake } from './block-intake.ts';
import { converse, framesOf, isMalformed, type Frames } from './frames.ts';
import { patienceOf } from './patience.ts';
import { createHeldStatuses, type HeldStatuses } from './held-statuses.ts';
import type { PeerBook } from './peer-book.ts';
import type { Peer } from './peer.ts';
import type { PeerLimits } from './peer-limits.ts';

export interface StatusExchangeOptions {
  readonly chain: ChainReader;
  readonly book: PeerBook;
  readonly intake: BlockIntake;
  readonly limits: PeerLimits;
  readonly protocol: string;
  /** Called after a status that fits our chain. */
  readonly onStatus: (peer: Peer, first: boolean) => void;
}

/** The handshake, and its repetition whenever a tip moves: both sides say where they stand. */
export interface StatusExchange {
  /** Answers a peer's status with ours. */
  answer(stream: Stream, peer: Peer): Promise<void>;
  /**
   * Tells a peer our status and asks for its own; a peer that has none to give is scored down or dropped. While it is
   * being asked it is not asked again: what has changed meanwhile is told once it has answered.
   */
  ask(peer: Peer): void;
  /** Our tip moved: takes up what was held back for it, and tells every peer, soon. */
  tipMoved(): void;
  close(): void;
}

/**
 * A new tip is told after this time, with those that follow it until then: the block itself travels by gossip meanwhile,
 * so that a peer that gets it does not count as behind first.
 */
const ADVERTISE_MILLISECONDS = 150;

export function createStatusExchange(options: StatusExchangeOptions): StatusExchange {
  const { chain, book, limits, protocol } = options;
  const held = createHeldStatuses(options);
  const asked = new Map<Peer, 'once' | 'again'>();
  let timer: NodeJS.Timeout | undefined;

  const askOnce = async (peer: Peer): Promise<void> => {
    try {
      const status = await withPatience(limits, async (signal) => {
        const stream = await peer.connection.newStream(protocol, { signal });
        return converse(stream, async () => {
          const frames = framesOf(stream, STATUS_SIZE);
          await frames.write(encodeStatus(statusOf(chain)), signal);
          return readStatus(frames, signal);
        });
      });
      judge(options, held, peer, status);
    } catch (error) {
      complain(book, peer, error as Error);
    }
  };
  const ask = async (peer: Peer): Promise<void> => {
    if (asked.has(peer)) return void asked.set(peer, 'again');
    do {
      asked.set(peer, 'once');
      await askOnce(peer);
    } while (asked.get(peer) === 'again' && book.get(peer.id) === peer);
    asked.delete(peer);
  };
  const tellAll = (): void => {
    timer = undefined;
    for (const peer of book.ready()) void ask(peer);
  };

  return {
    answer: (stream, peer) =>
      withPatience(limits, (signal) =>
        converse(stream, async () => {
          const frames = framesOf(stream, STATUS_SIZE);
          const status = await readStatus(frames, signal);
          if (!judge(options, held, peer, status)) return;
          await frames.write(encodeStatus(statusOf(chain)), signal);
        }),
      ),
    ask: (peer) => void ask(peer),
    tipMoved() {
      held.takeUp();
      timer ??= setTimeout(tellAll, ADVERTISE_MILLISECONDS).unref();
    },
    close() {
      clearTimeout(timer);
      held.clear();
    },
  };
}

async function withPatience<Result>(
  { handshake }: PeerLimits,
  talk: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const patience = patienceOf(handshake);
  try {
    return await talk(patience.signal);
  } finally {
    patience.end();
  }
}

/** @returns `undefined` for anything that is no status */
async function readStatus(frames: Frames, signal: AbortSignal): Promise<ChainStatus | undefined> {
  return decodeStatus(await frames.read(signal));
}

/** @returns false when the peer is dropped for it */
function judge(
  { chain, book, onStatus }: StatusExchangeOptions,
  held: HeldStatuses,
  peer: Peer,
  status: ChainStatus | undefined,
): boolean {
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
  if (!held.hold(peer, status)) onStatus(peer, book.heard(peer, status));
  return true;
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
