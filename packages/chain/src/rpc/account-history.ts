import { LATEST_CURSOR, rpcError, type RpcHistory } from '@cairn/api/contract';
import type { Address } from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { base64urlnopad } from '@scure/base';
import type { TransactionLocation } from '../chain/chain-types.ts';
import type { RpcContext } from './context.ts';
import { serializeConfirmed, serializePending } from './serializers.ts';

/**
 * Reads one page (interface document, section 4.2): on the first page the pending sequence, then confirmed transactions.
 * Pending transactions count towards `limit`; if there are more, only the newest are shown, and the others on no page.
 *
 * A cursor has no block ID: after a reorganization it continues before the same place of the new chain, or at the newest
 * transaction of a shorter one.
 * @param request.cursor `undefined` for the first page
 * @param request.limit 1–200
 * @throws HttpError 400 `invalid_cursor`
 */
export async function readHistoryPage(
  { chain, mempool }: RpcContext,
  address: Address,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Omit<RpcHistory, 'network' | 'address'>> {
  const before = cursor === undefined || cursor === LATEST_CURSOR ? undefined : decodeCursor(cursor);
  // Both as of now: a transaction is pending or confirmed.
  using view = chain.view.hold();
  const isAvailable = mempool.isAvailable();
  const pending = isAvailable && cursor === undefined ? mempool.pendingOutgoing(address) : [];
  const shown = pending.toReversed().slice(0, limit);
  const room = limit - shown.length;
  // Read one more than there is room for, to see whether there is a next page.
  const found = await view.history(address, { before, limit: room + 1 });
  const confirmed = found.slice(0, room).map(({ height, index }) => {
    const [stored] = view.transactions(height, { offset: index, limit: 1 })!;
    return serializeConfirmed(stored!, view.block(height)!);
  });
  const last = found.at(room - 1);
  return {
    mempool_available: isAvailable,
    transactions: [...shown.map(serializePending), ...confirmed],
    next_cursor: found.length <= room ? null : room === 0 ? LATEST_CURSOR : encodeCursor(last!),
  };
}

/** Bytes of a cursor: height and index of the last transaction of its page, as big-endian u32. */
const CURSOR_SIZE = 8;

function encodeCursor({ height, index }: TransactionLocation): string {
  const bytes = new Uint8Array(CURSOR_SIZE);
  writeU32(bytes, 0, height);
  writeU32(bytes, 4, index);
  return base64urlnopad.encode(bytes);
}

/** @throws HttpError 400 `invalid_cursor` for anything that `encodeCursor` does not write, including the empty string */
function decodeCursor(cursor: string): TransactionLocation {
  const bytes = cursorBytes(cursor);
  if (bytes?.length !== CURSOR_SIZE) throw rpcError('invalid_cursor');
  return { height: readU32(bytes, 0), index: readU32(bytes, 4) };
}

function cursorBytes(cursor: string): Uint8Array | undefined {
  try {
    return base64urlnopad.decode(cursor);
  } catch {
    return undefined;
  }
}
