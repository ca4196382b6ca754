/** Length-prefixed messages on libp2p streams, with deadlines. */
import type { Stream } from '@libp2p/interface';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { lpStream } from '@libp2p/utils';

const LENGTH_SIZE = 4;

/** The length before each message: four bytes, big-endian like every integer of the protocols. */
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

/** A stream of length-prefixed messages of bounded size. */
interface Frames {
  /** @throws an error if the message is too large, the stream ends or breaks, or the signal aborts */
  read(signal: AbortSignal): Promise<Uint8Array>;
  /** Resolves when nothing is left in the stream's send buffer, or the stream has closed. Rejects when the signal aborts. */
  write(message: Uint8Array, signal: AbortSignal): Promise<void>;
}

/** @param maximum most bytes of a received message */
export function framesOf(stream: Stream, maximum: number): Frames {
  // Frames that arrive in quick succession wait in the reader's buffer: it has room for three of the largest and 1 MiB.
  const maxBufferSize = 3 * maximum + 1_048_576;
  const frames = lpStream(stream, { ...FRAME_LENGTH, maxDataLength: maximum, maxBufferSize });
  return {
    async read(signal) {
      return (await frames.read({ signal })).subarray();
    },
    async write(message, signal) {
      await frames.write(message, { signal });
      if (stream.writeBufferLength > 0) await untilSent(stream, signal);
    },
  };
}

/**
 * Resolves when nothing is left in the stream's send buffer, or the stream has closed. Needed because libp2p's own write
 * resolves as soon as the connection has room, even if the peer reads nothing and the whole message is still buffered.
 */
async function untilSent(stream: Stream, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = (): void => resolve();
  const giveUp = (): void => reject(signal.reason as Error);
  stream.addEventListener('idle', settle);
  stream.addEventListener('close', settle);
  signal.addEventListener('abort', giveUp);
  try {
    signal.throwIfAborted();
    await promise;
  } finally {
    stream.removeEventListener('idle', settle);
    stream.removeEventListener('close', settle);
    signal.removeEventListener('abort', giveUp);
  }
}

/**
 * Runs `talk`; its signal is aborted with an error named `TimeoutError` after `milliseconds`, or when `stopped` aborts.
 * @throws any error from `talk`
 */
export async function withDeadline<Result>(
  milliseconds: number,
  talk: (signal: AbortSignal) => Promise<Result>,
  stopped?: AbortSignal,
): Promise<Result> {
  const controller = new AbortController();
  const expire = (): void =>
    controller.abort(new DOMException(`no answer within ${milliseconds} ms`, 'TimeoutError'));
  const stop = (): void => controller.abort(stopped?.reason);
  const timer = setTimeout(expire, milliseconds).unref();
  if (stopped?.aborted === true) stop();
  stopped?.addEventListener('abort', stop, { once: true });
  try {
    return await talk(controller.signal);
  } finally {
    clearTimeout(timer);
    stopped?.removeEventListener('abort', stop);
  }
}

/** How long sending the last bytes of a stream may take. */
const CLOSING_MS = 5_000;

/**
 * Runs `talk`, then closes the stream; resets it if either fails.
 * @throws any error from `talk` or from closing
 */
export async function withStream<Result>(stream: Stream, talk: () => Promise<Result>): Promise<Result> {
  try {
    const result = await talk();
    await stream.close({ signal: AbortSignal.timeout(CLOSING_MS) });
    return result;
  } catch (error) {
    stream.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** A peer's message is one that no honest node sends. */
export class ProtocolViolation extends Error {
  override readonly name = 'ProtocolViolation';
}

const VIOLATIONS = new Set([
  'ProtocolViolation',
  'InvalidDataLengthError',
  'InvalidDataLengthLengthError',
  'InvalidMessageLengthError',
  'StreamBufferError',
]);

/** True for an error that only malformed, oversized or forbidden messages cause. */
export function isViolation(error: unknown): boolean {
  return error instanceof Error && VIOLATIONS.has(error.name);
}
