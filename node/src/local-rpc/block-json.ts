import type { RpcBlock } from '@cairn/api/rpc';
import { HEADER_SIZE, TRANSACTION_SIZE } from '@cairn/protocol';
import type { BlockSlice } from '../whole-blocks/block-proof.ts';
import { serializeBlockTransaction } from './serializer.ts';

/**
 * Writes a block as JSON, slice by slice as the client reads: a full block is 20 MB of text, which in one go would keep
 * everybody else waiting for a second.
 * @param slices of the whole block, proven
 */
export async function* writeBlockJson(
  head: Omit<RpcBlock, 'txns'>,
  slices: AsyncIterable<BlockSlice>,
): AsyncGenerator<string> {
  let before = `${JSON.stringify(head).slice(0, -1)},"txns":[`;
  for await (const slice of slices) {
    yield before + transactionsOf(slice).join(',');
    before = ',';
  }
  yield ']}';
}

function transactionsOf({ index, bytes }: BlockSlice): string[] {
  const texts: string[] = [];
  for (let start = index === 0 ? HEADER_SIZE : 0; start < bytes.length; start += TRANSACTION_SIZE) {
    texts.push(JSON.stringify(serializeBlockTransaction(bytes.subarray(start, start + TRANSACTION_SIZE))));
  }
  return texts;
}
