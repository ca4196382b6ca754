/** The blocks protocol: whole blocks by ID, of any branch (PROTOCOL.md section 8). */
import { type BlockId, blockIdFromBytes, hexToBytes, ID_SIZE, MAX_BLOCK_SIZE } from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { receiveBlock, type ReceivedBlock } from '../chain/block-validation.ts';
import type { PeerLimits } from './limits.ts';
import type { Peer } from './peers.ts';
import { ask, piecesOf, ProtocolViolation } from './wire.ts';

/*
 * Request: the maximum size of the answer (4 bytes), then block IDs (32 bytes each).
 * Answer: the blocks in the order of the request, one frame each, up to the first that the peer lacks or that would exceed
 * the maximum size; then an empty frame.
 */
const LIMIT_SIZE = 4;
/** Maximum number of blocks of one request. */
const MAX_IDS = 2_048;
export const MAX_BLOCKS_REQUEST_SIZE = LIMIT_SIZE + MAX_IDS * ID_SIZE;
/** Marks an answer as complete: a stream that just ends may come from a peer that is shutting down. */
export const END_FRAME = new Uint8Array(0);

export interface BlocksRequest {
  /** 1 to 2,048. */
  readonly ids: readonly BlockId[];
  /** Of the whole answer; the first block is always sent. */
  readonly maximumBytes: number;
}

function encodeBlocksRequest({ ids, maximumBytes }: BlocksRequest): Uint8Array {
  const limit = new Uint8Array(LIMIT_SIZE);
  writeU32(limit, 0, maximumBytes);
  return Buffer.concat([limit, ...ids.map(hexToBytes)]);
}

/** @throws ProtocolViolation for a malformed request */
export function decodeBlocksRequest(bytes: Uint8Array): BlocksRequest {
  const wrong = 'it sent a malformed request for blocks';
  const ids = piecesOf(bytes.subarray(LIMIT_SIZE), ID_SIZE, wrong).map(blockIdFromBytes);
  if (ids.length < 1 || ids.length > MAX_IDS) throw new ProtocolViolation(wrong);
  return { ids, maximumBytes: readU32(bytes, 0) };
}

/**
 * Requests blocks from a peer. The whole answer has one deadline, which nothing extends.
 * @param onBlock called with each block as it arrives: the beginning of `ids`, in that order, up to the first block that the peer
 * lacks or that would exceed `limits.bytesPerRequest`
 * @throws ProtocolViolation for blocks that were not requested; an error named `TimeoutError`; the stream's error, or the reason of
 * `stopped`
 */
export function requestBlocks(
  peer: Peer,
  protocol: string,
  ids: readonly BlockId[],
  limits: PeerLimits,
  stopped: AbortSignal,
  onBlock: (block: ReceivedBlock) => void,
): Promise<void> {
  const { bytesPerRequest: maximumBytes, blocksTimeoutMs: milliseconds } = limits;
  return ask(peer, protocol, { maximum: MAX_BLOCK_SIZE, milliseconds, stopped }, async (frames, signal) => {
    await frames.write(encodeBlocksRequest({ ids, maximumBytes }), signal);
    let [count, bytes] = [0, 0];
    for (let raw = await frames.read(signal); raw.length > 0; raw = await frames.read(signal)) {
      bytes += raw.length;
      if (count === ids.length || (count > 0 && bytes > maximumBytes))
        throw new ProtocolViolation('it sent more blocks than requested');
      const block = decode(raw);
      if (block?.id !== ids[count]) throw new ProtocolViolation('it sent other blocks than those requested');
      count += 1;
      onBlock(block!);
    }
  });
}

/** @returns `undefined` for bytes that are no block */
function decode(raw: Uint8Array): ReceivedBlock | undefined {
  try {
    return receiveBlock(raw);
  } catch {
    return undefined;
  }
}
