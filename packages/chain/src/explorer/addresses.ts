import {
  EXPLORER_LIMITS,
  explorerAdditions,
  explorerError,
  explorerRoutes,
  isByValue,
  parseLocation,
  tooLongToSort,
  directionOf,
  serializeTransaction,
} from '@cairn/api/contract';
import { type Address, bytesToHex, encodeBlockHeader, formatPebbles } from '@cairn/protocol';
import type { ChainTip, ListedTransaction } from '../chain/chain-types.ts';
import type { Resource } from './router.ts';
import { heightOf, serializePagination, tipIdOf } from './serializers.ts';

/** Addresses: confirmed state, ranking, history, and search by prefix. */
export const addresses: Resource = ({ json, indexed }, { network }) => {
  json(explorerRoutes.getAddress, 'chain', async ({ address }, reader) => {
    const account = await reader.account(address);
    return {
      network: network.name,
      ...tipIdOf(reader),
      address,
      exists: account !== undefined,
      balance: formatPebbles(account?.balance ?? 0n),
      nonce: account?.nonce ?? 0,
    };
  });

  json(explorerAdditions.getAddressProof, 'chain', async ({ address, before, rows }, reader) => {
    const found = await reader.accountProof(address, {
      before: before === undefined ? undefined : parseLocation(before),
      limit: rows,
    });
    if (found === undefined) throw explorerError('transaction_not_found');
    const { block, path, coinbase, coinbasePath, history } = found;
    return {
      network: network.name,
      address,
      block_height: block.height,
      block_id: block.id,
      header: bytesToHex(encodeBlockHeader(block.header)),
      coinbase: bytesToHex(coinbase),
      coinbase_path: coinbasePath.map(bytesToHex),
      bucket: path.bucket.map(bytesToHex),
      siblings: path.siblings.map(bytesToHex),
      ...(rows !== undefined && {
        rows: history?.rows.map(({ height, index, raw }) => ({ height, index, raw: bytesToHex(raw) })),
      }),
      ...(history && { history_before: bytesToHex(history.before) }),
    };
  });

  indexed(explorerRoutes.listAddresses, async ({ limit, offset, order }, index) => {
    const page = await index.addresses({ limit, offset, order });
    return {
      network: network.name,
      items: [...page.items],
      pagination: serializePagination({ limit, offset }, page),
    };
  });

  indexed(explorerAdditions.getAddressRank, async ({ address }, index) => {
    const found = await index.addressRank(address);
    if (found === undefined) throw explorerError('address_not_found');
    const { summary, rank, total } = found;
    return { network: network.name, ...tipIdOf(found), rank, total, ...summary };
  });

  /** Answers with an empty list, not an error, for an address without transactions. */
  indexed(explorerRoutes.listAddressTransactions, async (call, index) => {
    const { address, order } = call;
    const page = await index.addressTransactions(address, call);
    if (page.totalIsMinimum === true && isByValue(order)) throw tooLongToSort(order);
    return {
      network: network.name,
      ...tipIdOf(page),
      address,
      items: page.items.map((row) => historyItem(row, page.tip, address)),
      pagination: serializePagination(call, page),
    };
  });

  indexed(explorerAdditions.getAddressTotals, async (call, index) => {
    const { address, from_time = null, to_time = null } = call;
    const { tip, largest_in, largest_out, ...sums } = await index.addressTotals(address, call);
    return {
      network: network.name,
      address,
      from_time,
      to_time,
      ...sums,
      largest_in: largest_in ? historyItem(largest_in, tip, address) : null,
      largest_out: largest_out ? historyItem(largest_out, tip, address) : null,
    };
  });

  indexed(explorerAdditions.search, async ({ prefix }, _index, reader) => {
    const found = await reader.startingWith(prefix, EXPLORER_LIMITS.matches);
    return {
      network: network.name,
      blocks: found.blocks.map(({ id, height }) => ({ id, height })),
      transactions: found.transactions.map(({ id, height }) => ({ id, block_height: height })),
      addresses: [...found.addresses],
    };
  });
};

const historyItem = (row: ListedTransaction, tip: ChainTip | undefined, address: Address) => ({
  ...serializeTransaction(row, heightOf(tip)),
  direction: directionOf(row.transaction, address),
});
