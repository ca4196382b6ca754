import type { AddressHistory, AddressProof } from '@cairn/api/explorer';
import {
  bytesToHex,
  COINBASE_SENDER,
  foldHistory,
  HEADER_SIZE,
  hexToBytes,
  TRANSACTION_SIZE,
  transactionOffset,
} from '@cairn/protocol';
import type { Explorer, Lie } from './explorer.ts';

const WRONG = 'ab'.repeat(32);
const FALSE_PEBBLES = '876543210000000';
const FALSE_COINS = '8,765,432.1';

const TRANSACTION = /\/transactions\/\w{64}$/;
const BLOCK = /\/blocks\/\w+$/;
export const RAW = /\/raw$/;
const HEADERS = /\/headers\?/;
export const STATUS = /\/status$/;
const STATE = /\/addresses\/\w+$/;
const HISTORY = /\/addresses\/\w+\/transactions/;
export const PROOF = /\/proof\?rows/;
export const PATH = /\/transactions\/\w{64}\/proof$/;

const flip = (at: number) => (body: Uint8Array) => body.with(at, body[at]! ^ 1);
/** In the second transaction of a block. */
const flipTransfer = (at: number) => flip(transactionOffset(1) + at);

export type PageName = 'transaction' | 'block' | 'address' | 'mined';

interface Told extends Lie {
  readonly pages: readonly PageName[];
  /** `passed` where the lie is replaced by what is true. Without one the page says that the answer cannot be read. */
  readonly verdict: 'failed' | 'skipped' | 'limited' | 'passed' | undefined;
  /** What must not stand as proven: such a lie is told to whole pages. */
  readonly never?: string | RegExp;
  /** True if it is about what is nowhere called proven. */
  readonly isWord?: boolean;
}

/** A transfer in the newest block; its sender's page has more rows. */
export const transferOf = ({ transactions }: Explorer) =>
  transactions.findLast(({ from_address: from }) => from !== COINBASE_SENDER)!;

/** The lies about a server's chain. @param oldProof a proof of the transfer's sender that was true one block ago */
export const liesAbout = (api: Explorer, oldProof?: unknown): Readonly<Record<string, Told>> => ({
  // Of a transaction.
  'the amount': {
    pages: ['transaction'],
    where: TRANSACTION,
    json: (body) => void (body.value = FALSE_PEBBLES),
    verdict: 'failed',
    never: FALSE_COINS,
  },
  'a time that is null': {
    pages: ['transaction'],
    where: TRANSACTION,
    json: (body) => void (body.block_timestamp = null),
    verdict: 'skipped',
    never: '1970',
  },
  'a height that is null': {
    pages: ['transaction'],
    where: TRANSACTION,
    json: (body) => void (body.block_height = null),
    verdict: 'skipped',
  },
  'a block that does not exist': {
    pages: ['transaction'],
    where: TRANSACTION,
    json: (body) => void (body.block_id = WRONG),
    verdict: 'failed',
    never: WRONG,
  },
  'another block of the chain': {
    pages: ['transaction'],
    where: TRANSACTION,
    json: (body) => void (body.block_id = api.blocks[2]!.id),
    verdict: 'failed',
  },
  confirmations: {
    pages: ['transaction'],
    where: TRANSACTION,
    json: (body) => void (body.confirmations = 1_051_206),
    verdict: 'failed',
    never: '1,051,20',
  },
  'a position in a block that it calls large': {
    // The path of the second of two transactions is also that of the last of 2^13 + 1.
    pages: ['transaction'],
    where: /\/(transactions|blocks)\/\w+$/,
    json: (body) => {
      if (body.block === undefined) body.transaction_index = 8_192;
      else body.block.transaction_count = 8_193;
    },
    verdict: 'passed',
    never: '8,192',
    isWord: true,
  },
  'another path to the Merkle root': {
    pages: ['transaction'],
    where: PATH,
    json: (body) => void (body.path[0] = WRONG),
    verdict: 'failed',
  },
  // Of a block.
  'the miner of a block': {
    pages: ['block'],
    where: BLOCK,
    json: ({ block }) => void (block.miner = transferOf(api).to_address),
    verdict: 'failed',
  },
  'an invalid target': {
    pages: ['block'],
    where: BLOCK,
    json: ({ block }) => void (block.bits = 'ffffffff'),
    verdict: 'failed',
    never: 'ffffffff',
  },
  'the confirmations of a block': {
    pages: ['block'],
    where: BLOCK,
    json: ({ block }) => void (block.confirmations = 1_051_206),
    verdict: 'passed',
    never: '1,051,20',
  },
  'a row of a block that is left out': {
    pages: ['block'],
    where: /\/blocks\/\w+\/transactions/,
    json: (body) => {
      body.items.pop();
      body.pagination.total -= 1;
    },
    verdict: 'failed',
  },
  'the sum of the fees, as nothing': {
    pages: ['block'],
    where: BLOCK,
    json: ({ block }) => void (block.total_fees = '0'),
    verdict: 'failed',
    never: /\b0 CRN in fees/,
  },
  'no number of transactions': {
    pages: ['block'],
    where: BLOCK,
    json: ({ block }) => void (block.transaction_count = null),
    verdict: 'skipped',
  },
  'a number of transactions that makes the block too large to be fetched': {
    pages: ['block'],
    where: BLOCK,
    json: ({ block }) => void (block.transaction_count = 6_000),
    verdict: 'limited',
    never: '6,000',
  },
  'a number of transactions that no block has': {
    pages: ['block'],
    where: BLOCK,
    json: ({ block }) => void (block.transaction_count = 50_000),
    verdict: 'failed',
    never: '50,000',
  },
  // Of the bytes.
  ...Object.fromEntries(
    Object.entries<Pick<Told, 'where' | 'bytes'>>({
      'an amount in the bytes': { where: RAW, bytes: flipTransfer(16) },
      'a signature in the bytes': { where: RAW, bytes: flipTransfer(90) },
      'the reward in the bytes': { where: RAW, bytes: flip(HEADER_SIZE + 16) },
      'a transaction left out of the bytes': {
        where: RAW,
        bytes: (body) => body.slice(0, -TRANSACTION_SIZE),
      },
      'the bytes of another block': { where: RAW, bytes: () => api.blocks[2]!.raw },
      'half a block': { where: RAW, bytes: (body) => body.slice(0, -1) },
      'the link of a header': { where: HEADERS, bytes: (body) => flip(body.length - 100)(body) },
      'the time of a header': { where: HEADERS, bytes: flip(3 * HEADER_SIZE - 10) },
      'the difficulty of a header': { where: HEADERS, bytes: flip(3 * HEADER_SIZE - 5) },
      'a header left out': { where: HEADERS, bytes: (body) => body.slice(HEADER_SIZE) },
      'half a header': { where: HEADERS, bytes: (body) => body.slice(1) },
    }).map(([name, lie]) => [
      name,
      { ...lie, pages: lie.where === RAW ? ['block'] : ['transaction', 'block'], verdict: 'failed' } as const,
    ]),
  ),
  // Of the chain.
  'another network': {
    pages: ['transaction', 'block', 'address'],
    where: STATUS,
    json: (body) => void Object.assign(body, { network: 'testnet', chain_id: 2 }),
    verdict: 'failed',
    never: /of one processor core/,
  },
  'a network that does not exist': {
    pages: ['transaction', 'block', 'address'],
    where: STATUS,
    json: (body) => void (body.network = 'nonet'),
    verdict: 'failed',
  },
  'the height of the tip': {
    pages: ['transaction', 'block', 'address'],
    where: STATUS,
    json: (body) => void (body.height += 1_051_206),
    verdict: 'failed',
    never: '1,051,2',
  },
  'a clock that is ten years ahead, by which a payment is old': {
    pages: ['transaction', 'block', 'address'],
    where: STATUS,
    json: (body) => void (body.devnet = { rewinds: 0, clock_offset_seconds: 10 * 365 * 86_400 }),
    verdict: 'passed',
    never: /1\dy ago/,
  },
  // Of an address.
  'another balance': {
    pages: ['address'],
    where: STATE,
    json: (body) => void (body.balance = FALSE_PEBBLES),
    verdict: 'failed',
    never: FALSE_COINS,
  },
  'another balance, of no tip': {
    pages: ['address'],
    where: STATE,
    json: (body) => {
      body.balance = FALSE_PEBBLES;
      delete body.tip_id;
    },
    verdict: 'passed',
    never: FALSE_COINS,
  },
  'a balance of nothing': {
    pages: ['address'],
    where: STATE,
    json: (body) => void (body.balance = null),
    verdict: undefined,
  },
  'an address that has none': {
    pages: ['address'],
    where: STATE,
    json: (body) => void (body.exists = false),
    verdict: 'failed',
    never: 'No transactions yet',
  },
  'another amount in a row': {
    pages: ['address'],
    where: HISTORY,
    json: (body: AddressHistory) => void (body.items[2]!.value = FALSE_PEBBLES),
    verdict: 'failed',
    never: FALSE_COINS,
  },
  'another amount in every row, of no tip': {
    pages: ['address', 'mined'],
    where: HISTORY,
    json: (body: AddressHistory) => {
      for (const row of body.items) row.value = FALSE_PEBBLES;
      delete body.tip_id;
    },
    verdict: 'passed',
    never: FALSE_COINS,
  },
  'a hidden row': {
    pages: ['address'],
    where: HISTORY,
    json: (body: AddressHistory) => void body.items.shift(),
    verdict: 'failed',
  },
  'a row without a time': {
    pages: ['address'],
    where: HISTORY,
    json: (body) => void (body.items[0].block_timestamp = null),
    verdict: 'failed',
    never: '1970',
  },
  'a row without a height': {
    pages: ['address'],
    where: HISTORY,
    json: (body) => void (body.items[0].block_height = null),
    verdict: undefined,
  },
  'a total that hides later pages': {
    pages: ['mined'],
    where: HISTORY,
    json: (body: AddressHistory) => void (body.pagination.total = 1),
    verdict: 'failed',
  },
  'a total that invents pages': {
    pages: ['address', 'mined'],
    where: HISTORY,
    json: (body: AddressHistory) => void (body.pagination.total = 9_999),
    verdict: 'failed',
    never: '9,999',
  },
  'another record': {
    pages: ['address'],
    where: PROOF,
    json: (body: AddressProof) => void (body.bucket[0] = body.bucket[0]!.replace(/..$/, 'ab')),
    verdict: 'failed',
  },
  'a row left out of the proof': {
    pages: ['address'],
    where: PROOF,
    json: (body: AddressProof) => void body.rows!.splice(3, 1),
    verdict: 'failed',
  },
  'no rows below the newest three': {
    pages: ['address'],
    where: PROOF,
    json: (body: AddressProof, path) => {
      const { rows, history_before: before } = body;
      const kept = path.includes('before') ? [] : rows!.slice(0, 3);
      const left = rows!.slice(kept.length).map((row) => ({ ...row, raw: hexToBytes(row.raw) }));
      const older = foldHistory(hexToBytes(before!), left.toReversed());
      Object.assign(body, { rows: kept, history_before: bytesToHex(older) });
    },
    verdict: 'failed',
    never: /nothing hidden/,
  },
  'another coinbase with the same first 85 bytes': {
    pages: ['address'],
    where: PROOF,
    json: ({ rows }: AddressProof) => {
      const row = rows!.find(({ index }) => index === 0)!;
      row.raw = row.raw.replace(/..$/, 'ab');
    },
    verdict: 'failed',
  },
  'the proof of an older block': {
    pages: ['address'],
    where: PROOF,
    json: () => oldProof,
    verdict: 'failed',
  },
});
