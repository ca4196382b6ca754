/** The headers protocol: a locator is answered with the headers above the newest common block (PROTOCOL.md section 8). */
import { setImmediate } from 'node:timers/promises';
import {
  type BlockId,
  blockIdFromBytes,
  buildLocator,
  encodeBlockHeader,
  HEADER_SIZE,
  hexToBytes,
  MAX_HEADERS_PER_ANSWER,
  MAX_LOCATOR_IDS,
  newestCommonHeight,
  type TreeBlock,
} from '@cairn/protocol';
import type { Stream } from '@libp2p/interface';
import type { Chain } from '../chain/chain.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import { converse, framesOf, patienceOf, withPatience } from './frames.ts';
import type { Peer } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

const ID_SIZE = 32;
const MAX_REQUEST_SIZE = MAX_LOCATOR_IDS * ID_SIZE;
const MAX_ANSWER_SIZE = MAX_HEADERS_PER_ANSWER * HEADER_SIZE;
/** Headers that are read in one go: about a millisecond. */
const SLICE = 250;

/** A peer sent something else than headers, or asked with something else than a locator. */
export class BadHeadersError extends Error {
  override readonly name = 'BadHeadersError';
}

/**
 * The locator of a branch.
 * @param end newest block of the branch
 * @param preferred ID that comes first: the newest block of all branches, which saves headers where the peer has it
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
 * Asks a peer for the headers above a locator; the whole answer has one deadline.
 * @returns headers of 118 bytes, at most 2,000; fewer where the peer's chain ends
 * @throws BadHeadersError; an error named `TimeoutError` when the answer takes too long
 */
export async function requestHeaders(
  peer: Peer,
  protocol: string,
  locator: readonly string[],
  limits: PeerLimits,
  stopped: AbortSignal,
): Promise<Uint8Array[]> {
  const patience = patienceOf(limits.headers, stopped);
  const { signal } = patience;
  try {
    const stream = await peer.connection.newStream(protocol, { signal });
    return await converse(stream, async () => {
      const frames = framesOf(stream, MAX_ANSWER_SIZE);
      await frames.write(Buffer.concat(locator.map(hexToBytes)), signal);
      const answer = await frames.read(signal);
      peer.seen();
      if (answer.length % HEADER_SIZE !== 0)
        throw new BadHeadersError('it sends something else than headers');
      return Array.from({ length: answer.length / HEADER_SIZE }, (_, index) =>
        answer.subarray(index * HEADER_SIZE, (index + 1) * HEADER_SIZE),
      );
    });
  } finally {
    patience.end();
  }
}

/**
 * Answers a locator from the chain's index.
 * @throws BadHeadersError for a request that is no locator, or one of another network
 */
export function answerHeaders(
  stream: Stream,
  peer: Peer,
  chain: ChainReader,
  limits: PeerLimits,
): Promise<void> {
  return withPatience(limits.headers, (signal) =>
    converse(stream, async () => {
      const frames = framesOf(stream, MAX_REQUEST_SIZE);
      const request = await frames.read(signal);
      const common = newestCommonHeight(idsOf(request), (id) => chain.heightOfBlock(id));
      if (common === undefined) throw new BadHeadersError('it asks for headers of another network');
      const answer = await headersAbove(chain, common);
      peer.buckets.served.spend(answer.length);
      await frames.write(answer, signal);
    }),
  );
}

/** @throws BadHeadersError for bytes that are not one ID or more */
function idsOf(bytes: Uint8Array): BlockId[] {
  if (bytes.length === 0 || bytes.length % ID_SIZE !== 0)
    throw new BadHeadersError('it asks without a locator');
  return Array.from({ length: bytes.length / ID_SIZE }, (_, index) =>
    blockIdFromBytes(bytes.subarray(index * ID_SIZE, (index + 1) * ID_SIZE)),
  );
}

async function headersAbove(chain: ChainReader, common: number): Promise<Uint8Array> {
  const headers: Uint8Array[] = [];
  let previous: BlockId | undefined;
  for (let height = common + 1; headers.length < MAX_HEADERS_PER_ANSWER; height += 1) {
    if (headers.length % SLICE === SLICE - 1) await setImmediate();
    const summary = chain.blockSummary(height);
    // Another branch may have taken the place of this one in between.
    const isNext = previous === undefined || summary?.header.previousBlockId === previous;
    if (summary === undefined || !isNext) break;
    previous = summary.id;
    headers.push(encodeBlockHeader(summary.header));
  }
  return Buffer.concat(headers);
}
