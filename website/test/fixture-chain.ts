import { serializeBlock, serializeTransaction } from '@cairn/api/explorer';
import {
  type AccountRecord,
  type Address,
  blockId,
  bytesToHex,
  decodeBlock,
  encodeBlockHeader,
  EMPTY_HISTORY,
  encodeTransaction,
  foldHistory,
  formatPebbles,
  hexToBytes,
  splitBlock,
  type Transaction,
  transactionId,
} from '@cairn/protocol';
import { recordsOf } from './fixture-accounts.ts';

type DecodedBlock = ReturnType<typeof decodeBlock>;

/** The shared devnet chain in the API's fields, without confirmations. */
export interface FixtureChain {
  readonly blocks: readonly ReturnType<typeof summaryOf>[];
  /** Canonical bytes of each block. */
  readonly raw: readonly Uint8Array[];
  /** All transactions in chain order. */
  readonly transactions: readonly ReturnType<typeof wireTransaction>[];
  /** Confirmed state of an address after the block at a height. */
  accountAt: (address: string, height: number) => { exists: boolean; balance: string; nonce: number };
  /** Records of all accounts after the block at a height. */
  recordsAt: (height: number) => readonly AccountRecord[];
  /** `rows` and `history_before` of a proof up to a height; `undefined` if the address has no transaction at `before`. */
  historyOf: (
    address: Address,
    asked: { readonly before: string | null; readonly rows: string | null },
    height: number,
  ) => object | undefined;
}

/** Decodes the test chain. @param vectors the parsed `devnet-chain.json` */
export function readFixtureChain(vectors: { blocks: { raw: string }[] }): FixtureChain {
  const raw = vectors.blocks.map((block) => hexToBytes(block.raw));
  const decoded = raw.map(decodeBlock);
  const transactions = decoded.flatMap((block) =>
    block.transactions.map((transaction, index) => wireTransaction(block, transaction, index)),
  );
  return {
    raw,
    blocks: decoded.map(summaryOf),
    transactions,
    recordsAt: (height) => [...recordsOf(raw.slice(0, height + 1)).values()],
    historyOf: (address, { before, rows }, height) => {
      if (before === null && rows === null) return {};
      const own = transactions.filter(
        (one) => one.block_height <= height && (one.from_address === address || one.to_address === address),
      );
      const found = own.findIndex((one) => `${one.block_height}-${one.transaction_index}` === before);
      if (before !== null && found === -1) return undefined;
      const end = before === null ? own.length : found;
      const start = Math.max(0, end - Number(rows ?? 0));
      const all = own.map(({ block_height, transaction_index }) => ({
        height: block_height,
        index: transaction_index,
        raw: splitBlock(raw[block_height]!).transactionBytes[transaction_index]!,
      }));
      const shown = all.slice(start, end).map((row) => ({ ...row, raw: bytesToHex(row.raw) }));
      return {
        ...(rows !== null && { rows: shown.toReversed() }),
        history_before: bytesToHex(foldHistory(EMPTY_HISTORY, all.slice(0, start))),
      };
    },
    accountAt: (address, height) => accountOf(address, decoded.slice(0, height + 1)),
  };
}

/** As the API has it, but for the confirmations, which the tip decides. */
function summaryOf({ header, transactions }: DecodedBlock) {
  const { confirmations: _, ...summary } = serializeBlock(
    {
      header,
      id: blockId(encodeBlockHeader(header)),
      transactionCount: transactions.length,
      totalFees: transactions.reduce((sum, { fee }) => sum + fee, 0n),
      reward: transactions[0]!.value,
    },
    header.height,
  );
  return summary;
}

function wireTransaction({ header }: DecodedBlock, transaction: Transaction, index: number) {
  const { height, timestamp } = header;
  const place = { height, timestamp, index, blockId: blockId(encodeBlockHeader(header)) };
  const id = transactionId(encodeTransaction(transaction));
  const { confirmations: _, ...row } = serializeTransaction({ id, transaction, ...place }, height);
  return row;
}

function accountOf(address: string, blocks: readonly DecodedBlock[]) {
  const own = blocks
    .flatMap(({ transactions }) => transactions)
    .filter(({ fromAddress, toAddress }) => fromAddress === address || toAddress === address);
  const balance = own.reduce((sum, { fromAddress, toAddress, value, fee }) => {
    const received = toAddress === address ? value : 0n;
    return sum + received - (fromAddress === address ? value + fee : 0n);
  }, 0n);
  const sent = own.filter(({ fromAddress }) => fromAddress === address);
  return { exists: own.length > 0, balance: formatPebbles(balance), nonce: sent.at(-1)?.nonce ?? 0 };
}
