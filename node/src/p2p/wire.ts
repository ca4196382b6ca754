/** Exchanges with peers: length-prefixed messages on libp2p streams, with deadlines. */
import { once } from 'node:events';
import type { Network } from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import type { Connection, Stream } from '@libp2p/interface';
import { lpStream } from '@libp2p/utils';

/**
 * Names of the protocols (`/cairn/ca19e003/status/3`), gossip topics, libp2p's identify and ping protocols, and multicast DNS. They
 * contain the network's magic, so that networks do not mix.
 */
export type ProtocolNames = ReturnType<typeof protocolNames>;

export function protocolNames({ magic }: Network) {
  return {
    status: `/cairn/${magic}/status/3`,
    headers: `/cairn/${magic}/headers/3`,
    blocks: `/cairn/${magic}/blocks/3`,
    peers: `/cairn/${magic}/peers/3`,
    blockTopic: `/cairn/${magic}/gossip/blocks/3`,
    transactionTopic: `/cairn/${magic}/gossip/transactions/3`,
    prefix: `cairn/${magic}`,
    mdnsService: `_cairn-${magic}._udp.local`,
  };
}

/** Bytes of the length before each message. */
export const LENGTH_SIZE = 4;

/**
 * The length before each message: four bytes, big-endian like every integer of the protocols. (`lpStream` reads bytes of a varint that
 * never ends until its deadline.)
 */
export const FRAME_LENGTH = {
  lengthEncoder(length: number): Uint8Array {
    const bytes = new Uint8Array(LENGTH_SIZE);
    writeU32(bytes, 0, length);
    return bytes;
  },
  /** @throws RangeError if there are too few bytes yet: the reader then waits for more */
  lengthDecoder(bytes: { readonly byteLength: number; subarray(): Uint8Array }): number {
    if (bytes.byteLength < LENGTH_SIZE) throw new RangeError('the length has four bytes');
    return readU32(bytes.subarray(), 0);
  },
  maxLengthLength: LENGTH_SIZE,
};

/** A stream of length-prefixed messages of bounded size, with one deadline. */
export interface Frames {
  /** Aborts at the deadline, with an error named `TimeoutError`, or earlier. */
  readonly signal: AbortSignal;
  /** @throws an error if the message is too large, the stream ends or breaks, or the signal aborts */
  read(): Promise<Uint8Array>;
  /** Resolves when nothing is left in the stream's send buffer, or the stream has closed. Rejects when the signal aborts. */
  write(message: Uint8Array): Promise<void>;
}

/** The reader's buffer has room for no more than the bounds. */
export function framesOf(
  stream: Stream,
  { maximum, total = maximum }: Pick<Exchange, 'maximum' | 'total'>,
  signal: AbortSignal,
): Frames {
  const maxBufferSize = total + LENGTH_SIZE;
  const frames = lpStream(stream, { ...FRAME_LENGTH, maxDataLength: maximum, maxBufferSize });
  return {
    signal,
    async read() {
      return (await frames.read({ signal })).subarray();
    },
    async write(message) {
      await frames.write(message, { signal });
      if (stream.writeBufferLength > 0) await untilSent(stream, signal);
    },
  };
}

/** Needed because libp2p's write resolves as soon as the connection has room, even if the peer reads nothing. */
async function untilSent(stream: Stream, signal: AbortSignal): Promise<void> {
  const settled = new AbortController();
  const options = { signal: AbortSignal.any([signal, settled.signal]) };
  try {
    await Promise.race(['idle', 'close'].map((event) => once(stream, event, options)));
  } finally {
    settled.abort();
    signal.throwIfAborted();
  }
}

/** One side's bounds of an exchange. */
export interface Exchange {
  /** Most bytes of a message that it receives. */
  readonly maximum: number;
  /** Most bytes of all messages together, with the lengths between them; absent where there is one message. */
  readonly total?: number;
  /** Deadline of the whole exchange. */
  readonly milliseconds: number;
  /** Aborts it earlier. */
  readonly stopped?: AbortSignal | undefined;
}

type Talk<Result> = (frames: Frames) => Promise<Result>;

/**
 * Opens a stream to a peer, talks, and closes it.
 * @throws ProtocolViolation; an error named `TimeoutError`; the stream's error, or the reason of `stopped`
 */
export async function request<Result>(
  { connection }: { readonly connection: Connection },
  protocol: string,
  exchange: Exchange,
  talk: Talk<Result>,
): Promise<Result> {
  const signal = deadlineOf(exchange);
  return converse(await connection.newStream(protocol, { signal }), exchange, talk, signal);
}

/** Talks on a stream that a peer opened, then closes it. @throws as `request` */
export function respond<Result>(stream: Stream, exchange: Exchange, talk: Talk<Result>): Promise<Result> {
  return converse(stream, exchange, talk, deadlineOf(exchange));
}

/** Aborts with an error named `TimeoutError` at the deadline, or as `stopped` does. */
function deadlineOf({ milliseconds, stopped }: Exchange): AbortSignal {
  const deadline = AbortSignal.timeout(milliseconds);
  return stopped ? AbortSignal.any([deadline, stopped]) : deadline;
}

/** How long sending the last bytes of a stream may take. */
const CLOSING_MS = 5_000;

/** Resets the stream if talking or closing fails. */
async function converse<Result>(
  stream: Stream,
  exchange: Exchange,
  talk: Talk<Result>,
  signal: AbortSignal,
): Promise<Result> {
  try {
    const result = await talk(framesOf(stream, exchange, signal));
    await stream.close({ signal: AbortSignal.timeout(CLOSING_MS) });
    return result;
  } catch (error) {
    stream.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Cuts bytes into pieces of equal size. @throws ProtocolViolation, saying what is wrong, if their number is not a multiple of it */
export function piecesOf(bytes: Uint8Array, size: number, wrong: string): Uint8Array[] {
  if (bytes.length % size !== 0) throw new ProtocolViolation(wrong);
  return Array.from({ length: bytes.length / size }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

/** A peer's message is one that no honest node sends. */
export class ProtocolViolation extends Error {
  override readonly name = 'ProtocolViolation';
}

const VIOLATIONS = new Set([
  'ProtocolViolation',
  'ProtocolError',
  'InvalidDataLengthError',
  'InvalidDataLengthLengthError',
  'InvalidMessageLengthError',
  'StreamBufferError',
]);

/** True for an error that only malformed, oversized or forbidden messages cause. */
export function isViolation(error: unknown): boolean {
  return error instanceof Error && VIOLATIONS.has(error.name);
}
