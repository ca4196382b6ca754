/** The headers protocol: a locator is answered with the headers above the newest common block (PROTOCOL.md section 8). */
import { setImmediate } from 'node:timers/promises';
import {
  type BlockId,
  blockIdFromBytes,
  buildLocator,
  encodeBlockHeader,
  HEADER_SIZE,
  hexToBytes,
  ID_SIZE,
  MAX_HEADERS_PER_ANSWER,
  MAX_LOCATOR_IDS,
  newestCommonHeight,
  type TreeBlock,
} from '@cairn/protocol';
import type { Stream } from '@libp2p/interface';
import type { Chain } from '../chain/chain.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import { framesOf, withDeadline, withStream } from './frames.ts';
import type { Peer } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

const MAX_REQUEST_SIZE = MAX_LOCATOR_IDS * ID_SIZE;
const MAX_ANSWER_SIZE = MAX_HEADERS_PER_ANSWER * HEADER_SIZE;
/** Headers read per turn of the event loop: about a millisecond. */
const HEADERS_PER_TURN = 250;

/** A peer's answer is not a list of headers, or its request is not a locator. */
export class BadHeadersError extends Error {
  override readonly name = 'BadHeadersError';
}

/**
 * The locator of a branch.
 * @param end newest block of the branch
 * @param preferred ID to put first: that of the header with the most work on any branch; a peer that has this header
 * sends fewer headers
 */
export function locatorOf(chain: Chain, end: TreeBlock, preferred: BlockId): BlockId[] {
  let at: TreeBlock | undefined = end;
  const idAt = (height: number): BlockId | undefined => {
    while (at !== undefined && at.height > height) at = at.parent;
    return at?.height === height ? at.id : chain.acceptedBlockId(height);
  };
  const ids = buildLocator(end.height, idAt);
  return (ids[0] === preferred ? ids : [preferred, ...ids]).slice(0, MAX_LOCATOR_IDS);
}

/**
 * Requests the headers above a locator; the whole answer has one deadline.
 * @returns headers of 118 bytes, at most 2,000; fewer if the peer's chain ends
 * @throws BadHeadersError; an error named `TimeoutError` if the answer takes too long; the stream's error, or the
 * reason of `stopped`
 */
export async function requestHeaders(
  peer: Peer,
  protocol: string,
  locator: readonly string[],
  limits: PeerLimits,
  stopped: AbortSignal,
): Promise<Uint8Array[]> {
  const request = async (signal: AbortSignal): Promise<Uint8Array[]> => {
    const stream = await peer.connection.newStream(protocol, { signal });
    return withStream(stream, async () => {
      const frames = framesOf(stream, MAX_ANSWER_SIZE);
      await frames.write(Buffer.concat(locator.map(hexToBytes)), signal);
      const answer = await frames.read(signal);
      peer.markSeen();
      if (answer.length % HEADER_SIZE !== 0) throw new BadHeadersError('it sent an invalid list of headers');
      return Array.from({ length: answer.length / HEADER_SIZE }, (_, index) =>
        answer.subarray(index * HEADER_SIZE, (index + 1) * HEADER_SIZE),
      );
    });
  };
  return withDeadline(limits.headersTimeoutMs, request, stopped);
}

/**
 * Answers a locator from the chain's index.
 * @throws BadHeadersError if the request is not a locator, or belongs to another network; an error named
 * `TimeoutError`; the stream's error; LevelError
 */
export function answerHeaders(
  stream: Stream,
  peer: Peer,
  chain: ChainReader,
  limits: PeerLimits,
): Promise<void> {
  return withDeadline(limits.headersTimeoutMs, (signal) =>
    withStream(stream, async () => {
      const frames = framesOf(stream, MAX_REQUEST_SIZE);
      const request = await frames.read(signal);
      const common = newestCommonHeight(idsOf(request), (id) => chain.heightOfBlock(id));
      if (common === undefined) throw new BadHeadersError('it requested headers of another network');
      const answer = await headersAbove(chain, common);
      peer.buckets.served.spend(answer.length);
      await frames.write(answer, signal);
    }),
  );
}

/** @throws BadHeadersError if the bytes are not one or more IDs */
function idsOf(bytes: Uint8Array): BlockId[] {
  if (bytes.length === 0 || bytes.length % ID_SIZE !== 0)
    throw new BadHeadersError('it requested headers without a locator');
  return Array.from({ length: bytes.length / ID_SIZE }, (_, index) =>
    blockIdFromBytes(bytes.subarray(index * ID_SIZE, (index + 1) * ID_SIZE)),
  );
}

async function headersAbove(chain: ChainReader, common: number): Promise<Uint8Array> {
  const headers: Uint8Array[] = [];
  let previous: BlockId | undefined;
  for (let height = common + 1; headers.length < MAX_HEADERS_PER_ANSWER; height += 1) {
    if (headers.length % HEADERS_PER_TURN === HEADERS_PER_TURN - 1) await setImmediate();
    const summary = chain.blockSummary(height);
    // The chain may have switched to another branch during the pause.
    const isNext = previous === undefined || summary?.header.previousBlockId === previous;
    if (summary === undefined || !isNext) break;
    previous = summary.id;
    headers.push(encodeBlockHeader(summary.header));
  }
  return Buffer.concat(headers);
}
