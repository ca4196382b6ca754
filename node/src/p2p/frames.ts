import type { Stream } from '@libp2p/interface';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { lpStream } from '@libp2p/utils';

const LENGTH_SIZE = 4;

/** The length in front of a message: four bytes, big-endian like every integer of the network. */
export const FRAME_LENGTH = {
  lengthEncoder(length: number): Uint8Array {
    const bytes = new Uint8Array(LENGTH_SIZE);
    writeU32(bytes, 0, length);
    return bytes;
  },
  /** @throws RangeError while there are too few bytes: the reader waits for more */
  lengthDecoder(bytes: { readonly byteLength: number; subarray(): Uint8Array }): number {
    if (bytes.byteLength < LENGTH_SIZE) throw new RangeError('the length has four bytes');
    return readU32(bytes.subarray(), 0);
  },
  maxLengthLength: LENGTH_SIZE,
};

/** A stream of messages, each with its length in front, of bounded size. */
interface Frames {
  /**
   * @returns the next message
   * @throws an error for a message that is too large, a stream that ends or breaks, or an aborted signal
   */
  read(signal: AbortSignal): Promise<Uint8Array>;
  /** Resolves when the other side has room for more. */
  write(message: Uint8Array, signal: AbortSignal): Promise<void>;
}

/** @param maximum most bytes of a message that is read */
export function framesOf(stream: Stream, maximum: number): Frames {
  // Frames that follow each other quickly wait in the reader's buffer: it holds a few of the largest.
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
 * Resolves when nothing waits for the other side any more, or the stream is over. libp2p's own writing goes on as soon as
 * the connection has room, with a whole message still in front of a reader that takes none of it.
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

/** How long one conversation with a peer may wait for its next step. */
export interface Patience {
  /** Aborted with an error named `TimeoutError` when a step takes too long, or with the reason of `stopped`. */
  readonly signal: AbortSignal;
  /** A step was made: the time starts again. @param left milliseconds for the next step, if not the usual ones */
  renew(left?: number): void;
  /** The conversation is over. */
  end(): void;
}

/**
 * @param milliseconds for each step
 * @param stopped ends it early
 */
export function patienceOf(milliseconds: number, stopped?: AbortSignal): Patience {
  const controller = new AbortController();
  const expire = (): void => {
    controller.abort(new DOMException(`no answer within ${milliseconds} ms`, 'TimeoutError'));
  };
  let timer = setTimeout(expire, milliseconds).unref();
  const stop = (): void => controller.abort(stopped?.reason);
  if (stopped?.aborted === true) stop();
  stopped?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    renew: (left) => {
      clearTimeout(timer);
      timer = setTimeout(expire, Math.max(0, left ?? milliseconds)).unref();
    },
    end: () => {
      clearTimeout(timer);
      stopped?.removeEventListener('abort', stop);
    },
  };
}

/** Runs a conversation that is aborted after some milliseconds. @throws what `talk` throws */
export async function withPatience<Result>(
  milliseconds: number,
  talk: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const patience = patienceOf(milliseconds);
  try {
    return await talk(patience.signal);
  } finally {
    patience.end();
  }
}

/** How long the last bytes of a conversation may take to leave. */
const CLOSING_MILLISECONDS = 5_000;

/**
 * Runs one conversation and leaves no stream behind: closed when it ends well, reset when it does not.
 * @throws what `talk` throws
 */
export async function converse<Result>(stream: Stream, talk: () => Promise<Result>): Promise<Result> {
  try {
    const result = await talk();
    await stream.close({ signal: AbortSignal.timeout(CLOSING_MILLISECONDS) });
    return result;
  } catch (error) {
    stream.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

const MALFORMED = new Set([
  'InvalidDataLengthError',
  'InvalidDataLengthLengthError',
  'InvalidMessageLengthError',
  'StreamBufferError',
]);

/** True for what only bytes that are no message of bounded size cause. */
export function isMalformed(error: unknown): boolean {
  return error instanceof Error && MALFORMED.has(error.name);
}
