import type { ExplorerTransaction } from '@cairn/api/explorer';
import {
  type Address,
  type BlockId,
  blockId,
  bytesToHex,
  decodeAccountRecord,
  formatPebbles,
  getNetwork,
  HEADER_SIZE,
  hexToBytes,
} from '@cairn/protocol';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Findings } from './steps.ts';
import { fieldsOf } from './checks.ts';
import { type AccountClaim, checkAccount, checkHistory, checkPage, proveAccount } from './verify-address.ts';

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../../test/vectors/${name}.json`, import.meta.url), 'utf8'));
}
const vectors = read('commitments') as {
  coinbase: string;
  coinbase_path: string[];
  proofs: { address: Address; bucket: string[]; siblings: string[] }[];
  records: Record<string, string>;
  history: { address: Address; links: { height: number; index: number; raw: string; history: string }[] };
};
const { blocks } = read('devnet-chain') as { blocks: { id: BlockId; raw: string }[] };
const header = hexToBytes(blocks.at(-1)!.raw).subarray(0, HEADER_SIZE);
const devnet = getNetwork('devnet');
const present = vectors.proofs.find(({ address }) => vectors.records[address] !== undefined)!;
const absent = vectors.proofs.find(({ address }) => vectors.records[address] === undefined)!;
const claimFor = (path: (typeof vectors.proofs)[number]): AccountClaim => ({
  ...path,
  block_height: blocks.length - 1,
  block_id: blockId(header),
  header: bytesToHex(header),
  coinbase: vectors.coinbase,
  coinbase_path: vectors.coinbase_path,
});
const record = decodeAccountRecord(hexToBytes(vectors.records[present.address]!));
const shown = { exists: true, balance: formatPebbles(record.balance), nonce: record.nonce };

/** The fields that differ. */
function differing(check: (findings: Findings) => void): string[] {
  const findings = new Findings();
  check(findings);
  return findings.differences.map(({ field }) => field);
}

it('a state that the proof gives is proven, and an unused address is proven unused', () => {
  const found = proveAccount(new Findings(), claimFor(present), present.address, devnet);
  expect(found.record).toEqual(record);
  expect(differing((findings) => checkAccount(findings, found, shown))).toEqual([]);
  const nobody = proveAccount(new Findings(), claimFor(absent), absent.address, devnet);
  expect(nobody.record).toBeUndefined();
  const unused = { exists: false, balance: '0', nonce: 0 };
  expect(differing((findings) => checkAccount(findings, nobody, unused))).toEqual([]);
});

it.each([
  ['balance', formatPebbles(record.balance + 1n)],
  ['balance', formatPebbles(record.balance - 1n)],
  ['nonce', record.nonce + 1],
  ['exists', false],
])('another %s is found: %s', (field, value) => {
  const found = proveAccount(new Findings(), claimFor(present), present.address, devnet);
  expect(differing((findings) => checkAccount(findings, found, { ...shown, [field]: value }))).toEqual([
    field,
  ]);
});

it('a proof of another address or block, or none, is refused', () => {
  const prove = (claim: Partial<AccountClaim>) =>
    differing(
      (findings) => void proveAccount(findings, { ...claimFor(present), ...claim }, present.address, devnet),
    );
  expect(prove({ address: absent.address })).toEqual(['proof.address']);
  expect(prove({ block_id: blocks[3]!.id })).toEqual(['proof.block_id']);
  expect(prove({ block_height: 3 })).toEqual(['proof.block_height']);
  expect(() => prove({ siblings: [] })).toThrow('account root');
  expect(() => prove({ header: blocks[3]!.raw.slice(0, 2 * HEADER_SIZE) })).toThrow('nonce');
});

const { address, links } = vectors.history;
const owner = decodeAccountRecord(hexToBytes(vectors.records[address]!));
const total = links.length;
const newestFirst = links.toReversed().map(({ height, index, raw }) => {
  const fields = fieldsOf(hexToBytes(raw));
  const isOwn = fields.from_address === address;
  const direction = isOwn ? (fields.to_address === address ? 'self' : 'out') : 'in';
  return { ...fields, direction, block_height: height, transaction_index: index } as ExplorerTransaction;
});
const historyBefore = (rest: number) => (rest <= 0 ? undefined : links[rest - 1]!.history);

/** What is wrong with a page of the history. */
function problemsOf(
  items: readonly ExplorerTransaction[],
  { offset = 0, limit = 25, count = total, before = historyBefore(total - offset - items.length) } = {},
) {
  const findings = new Findings();
  const newest = [...newestFirst.slice(0, offset), ...items];
  checkHistory(findings, address, owner, { items: newest, before });
  const rows = { items, offset, limit, total: count };
  if (findings.isGood) checkPage(findings, { address, rows }, newest, total);
  return [...findings.differences.map(({ field }) => field), ...findings.problems];
}

it('each page proves the newest transactions down to its end', () => {
  for (let offset = 0; offset < total; offset += 1) {
    for (let limit = 1; offset + limit <= total; limit += 1) {
      expect(problemsOf(newestFirst.slice(offset, offset + limit), { offset, limit })).toEqual([]);
    }
  }
  expect(problemsOf([], { offset: total + 5 })).toEqual([]);
  expect(problemsOf([], { offset: total - 1 })).toEqual(['items.length']);
});

it.each([
  ['one hidden', newestFirst.slice(1), ['history']],
  ['two swapped', newestFirst.with(0, newestFirst[1]!).with(1, newestFirst[0]!), ['history']],
  ['one told twice', newestFirst.with(1, newestFirst[0]!), ['history']],
  ['another amount', newestFirst.with(0, { ...newestFirst[0]!, value: '1' }), ['[0].id', 'history']],
  ['another ID', newestFirst.with(0, { ...newestFirst[0]!, id: newestFirst[1]!.id }), ['[0].id']],
  [
    'another direction',
    newestFirst.with(0, { ...newestFirst[0]!, direction: newestFirst[0]!.direction === 'in' ? 'out' : 'in' }),
    ['[0].direction'],
  ],
] as const)('%s is found', (_, rows, fields) => {
  expect(problemsOf(rows)).toEqual(fields);
});

it('a page that ends early is found, whatever it says about the rest', () => {
  const cut = newestFirst.slice(0, -1);
  expect(problemsOf(cut, { limit: total })).toEqual(['items.length']);
  expect(problemsOf(cut, { count: total - 1 })).toEqual(['pagination.total']);
  expect(problemsOf(cut, { limit: total - 1, before: '00'.repeat(32) })).toEqual(['history']);
  const findings = new Findings();
  checkHistory(findings, address, owner, { items: cut, before: undefined });
  expect(findings.problems).toEqual(['the history before the oldest row is missing']);
});
