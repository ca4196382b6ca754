import { createExplorerClient, type TransactionDetail } from '@cairn/api/explorer';
import {
  bytesToHex,
  COINBASE_SENDER,
  concatBytes,
  decodeBlockHeader,
  encodeBlockHeader,
  HEADER_SIZE,
  merkleRoot,
  splitBlock,
  transactionIdBytes,
  transactionOffset,
} from '@cairn/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Checks, placeOf } from '../src/features/verify/checks.ts';
import { readHeader } from '../src/features/verify/decode.ts';
import { LIMITS } from '../src/features/verify/limits.ts';
import type { ProofState, ProvenAddress, ProvenBlock } from '../src/features/verify/proof.ts';
import { type GivenInput, parseInput } from '../src/features/verify/parse-input.ts';
import { proveInput } from '../src/features/verify/prove-input.ts';
import { proveBlock } from '../src/features/verify/prove-block.ts';
import { Walk } from '../src/features/verify/walk.ts';
import { EXAMPLES } from '../src/site/examples.ts';
import { type Explorer, type Lie, openExplorer } from './explorer.ts';
import { GENESIS, headerServer, mined, work } from './header-server.ts';
import { openSession, prove, proveText } from './proof-visits.ts';

let api: Explorer;
beforeAll(async () => {
  api = await openExplorer();
});
afterAll(() => api.close());
afterEach(async () => {
  api.lies = [];
  await api.to(12);
});

const WRONG = 'ab'.repeat(32);
const page = { offset: 0, limit: 25 };
const client = () => createExplorerClient({ baseUrl: api.url, fetch: api.fetch });
/** A transfer near the end of the chain. */
const transfer = () => api.transactions.findLast(({ from_address: from }) => from !== COINBASE_SENDER)!;
const paintedTransaction = async (id = transfer().id) => {
  const value = await client().getTransaction({ txid: id });
  return { value };
};
const paintedBlock = async (reference: string | number = transfer().block_height) => {
  const { block } = await client().getBlock({ height_or_hash: reference });
  const transactions = await client().listBlockTransactions({ height_or_hash: reference, ...page });
  return { value: { block, transactions } };
};
/** What is proven of a block whose list is whole: what was painted, and what its payments move. */
const provenOf = (painted: Awaited<ReturnType<typeof paintedBlock>>['value']): ProvenBlock => {
  const [, ...payments] = painted.transactions.items;
  return { ...painted, moved: `${payments.reduce((sum, { value }) => sum + BigInt(value), 0n)}` };
};
const differing = ({ checks }: ProofState) =>
  checks.flatMap(({ differences }) => differences.map(({ field }) => field));
const reasons = ({ checks }: ProofState) => checks.flatMap((one) => one.reasons.map(({ code }) => code));

describe('with an honest API', () => {
  it('every transaction is proven as the API has it, and its receipt without the API', async () => {
    for (const { id } of api.transactions) {
      const painted = await paintedTransaction(id);
      const { verdict, value, receipt } = await prove(api, { kind: 'transaction', id, painted });
      expect(verdict).toBe('passed');
      expect(value).toMatchObject(painted.value);
      expect((await proveText(receipt!.text)).verdict).toBe('limited');
    }
    const { receipt } = await prove(api, { kind: 'transaction', id: transfer().id });
    expect(await proveText(receipt!.text, api)).toMatchObject({ verdict: 'passed', chain: { depth: 1 } });
  });

  it('every block is proven as the API has it, by height and by ID', async () => {
    for (const { id, height } of api.blocks) {
      for (const reference of [id, height]) {
        const painted = await paintedBlock(reference);
        const state = await prove(api, { kind: 'block', reference, ...page, painted });
        expect([state.verdict, state.value]).toEqual(['passed', provenOf(painted.value)]);
        const contents = { id: 'contents', count: painted.value.block.transaction_count };
        expect(state.checks).toContainEqual(expect.objectContaining(contents));
      }
    }
  });

  it('that leaves out what the contract lets it, nothing is called a lie', async () => {
    const painted = await paintedTransaction();
    const { is_coinbase: _optional, network: _name, ...value } = painted.value;
    const { verdict } = await prove(api, { kind: 'transaction', id: value.id, painted: { value } });
    expect(verdict).toBe('passed');
  });

  it('that has another tip now, nothing is called a lie', async () => {
    await api.to(11);
    const { id } = api.transactions[12]!;
    const { value } = await paintedTransaction(id);
    await api.to(12);
    const painted = { tip_id: value.tip_id, value };
    expect((await prove(api, { kind: 'transaction', id, painted })).verdict).toBe('passed');
  });

  it('that has another block at the height now, what was painted is replaced', async () => {
    const painted = await paintedBlock(3);
    const { verdict, value } = await prove(api, { kind: 'block', reference: 4, ...page, painted });
    expect([verdict, (value as ProvenBlock).block.height]).toEqual(['passed', 4]);
  });
});

describe('a lie to the page', () => {
  it('about any field of a transaction is found', async () => {
    const { value } = await paintedTransaction();
    for (const field of Object.keys(value).filter((name) => name !== 'confirmations')) {
      for (const lie of [null, 'x', 7]) {
        const painted = { value: { ...value, [field]: lie } };
        const state = await prove(api, { kind: 'transaction', id: value.id, painted });
        expect([field, state.verdict, differing(state)]).toEqual([field, 'failed', [field]]);
        expect(state.value).toMatchObject(value);
        expect(state.receipt).toBeUndefined();
      }
    }
  });

  it('about a transaction that its block has is not shown', async () => {
    const { value } = await paintedTransaction();
    api.lies = [{ where: /transactions\/\w+$/, json: (body) => void Object.assign(body, { fee: '9' }) }];
    const state = await prove(api, { kind: 'transaction', id: value.id });
    expect([state.verdict, state.value]).toEqual(['passed', value]);
  });

  it('about any field of a block, or a row, is found', async () => {
    const { value } = await paintedBlock();
    const { block, transactions } = value;
    const lies = [
      ...Object.keys(block)
        .filter((name) => !['confirmations', 'id'].includes(name))
        .map((name) => ({ block: { ...block, [name]: null } })),
      { transactions: { ...transactions, items: transactions.items.slice(1) } },
      { transactions: { ...transactions, items: transactions.items.toReversed() } },
      { transactions: { ...transactions, pagination: { ...transactions.pagination, total: 1 } } },
    ];
    for (const lie of lies) {
      const painted = { value: { ...value, ...lie } };
      const state = await prove(api, { kind: 'block', reference: block.height, ...page, painted });
      expect(state.verdict).toBe('failed');
      expect(state.value).toEqual(provenOf(value));
    }
  });
});

it.each([
  ['pays its miner too much', 0, 16],
  ['has a payment that its sender did not sign', 1, 90],
])('a block with all its work that %s is false', async (_, index, at) => {
  const { raw, height } = api.blocks.at(-1)!;
  const altered = Uint8Array.from(raw);
  altered[transactionOffset(index) + at]! ^= 1;
  const root = bytesToHex(merkleRoot(splitBlock(altered).transactionBytes.map(transactionIdBytes)));
  const header = encodeBlockHeader({ ...decodeBlockHeader(raw), merkleRoot: root });
  work(header);
  altered.set(header);
  const { id } = readHeader(header);
  api.lies = [
    { where: /raw$/, bytes: () => altered },
    { where: /headers/, bytes: (body) => concatBytes(body.subarray(0, -HEADER_SIZE), header) },
    { where: /status$/, json: (status) => void (status.tip_id = id) },
  ];
  const { verdict, checks } = await prove(api, { kind: 'block', reference: height, ...page });
  expect(verdict).toBe('failed');
  expect(checks).toContainEqual(expect.objectContaining({ id: 'contents', status: 'failed' }));
});

it.each<[string, Omit<Lie, 'where'>]>([
  ['unreachable', { fails: 'connection' }],
  ['refused', { fails: 503 }],
  ['refused', { fails: 404 }],
])('an API that fails midway (%s) is no liar, and nothing is proven', async (code, lie) => {
  for (const where of [/proof$/, /headers/, /transactions/, /status/]) {
    api.lies = [{ where, ...lie }];
    const state = await prove(api, { kind: 'transaction', id: transfer().id });
    expect([state.verdict, state.value, reasons(state)]).toEqual(['skipped', undefined, [code]]);
    expect(state.checks.map(({ status }) => status)).not.toContain('limited');
  }
});

it('an API that answers with no JSON proves nothing', async () => {
  api.lies = [{ where: /status/, json: () => '<html>' }];
  const { verdict, value } = await prove(api, { kind: 'transaction', id: transfer().id });
  expect([verdict, value]).toEqual(['skipped', undefined]);
});

describe('a block too large to be fetched unasked', () => {
  const proven = async () => {
    const limits = { ...LIMITS, blockBytes: HEADER_SIZE };
    const context = { api: client(), walk: await Walk.open(client()), checks: new Checks(), limits };
    const reference = transfer().block_height;
    return (await proveBlock(context, { kind: 'block', reference, ...page })).value!();
  };

  it('proves its header, about which no lie is hidden', async () => {
    const { block } = (await paintedBlock()).value;
    expect(await proven()).toEqual({ block, transactions: undefined });
    const header = { nonce: 1, miner: transfer().to_address, merkle_root: WRONG };
    api.lies = [{ where: /blocks\/\w+$/, json: (body) => void Object.assign(body.block, header) }];
    expect((await proven()).block).toEqual(block);
  });
});

describe('a new tip', () => {
  const subject = () => ({ kind: 'transaction', id: api.transactions[12]!.id }) as const;

  it('extends the walk: the depth follows, and nothing but headers is asked for', async () => {
    await api.to(9);
    const session = openSession(api);
    const before = await session.prove(subject());
    api.asked.length = 0;
    await api.to(11);
    const posted = session.posted.length;
    const after = await session.follow();
    expect(after.chain!.depth).toBe(before.chain!.depth! + 2);
    expect((after.value as TransactionDetail).confirmations).toBe(after.chain!.depth);
    expect(session.posted.slice(posted).map(({ verdict }) => verdict)).toEqual(['passed']);
    expect(api.asked.map((path) => path.replace(/\?.*/, ''))).toEqual(['/api/v1/status', '/api/v1/headers']);
  });

  it('proves an address anew', async () => {
    const address = transfer().from_address;
    await api.to(11);
    const session = openSession(api);
    await session.prove({ kind: 'address', address, ...page });
    await api.to(12);
    const { verdict, value } = await session.follow();
    const state = await client().getAddress({ address });
    expect([verdict, (value as ProvenAddress).state]).toEqual(['passed', state]);
  });

  it('without the block proves nothing more', async () => {
    const session = openSession(api);
    const { id } = transfer();
    await session.prove({ kind: 'transaction', id });
    await api.to(transfer().block_height - 1);
    const { verdict, value } = await session.follow();
    expect([verdict, value]).toEqual(['skipped', undefined]);
  });

  it('of a chain that breaks a rule makes the verdict fail', async () => {
    await api.to(9);
    const session = openSession(api);
    expect((await session.prove(subject())).verdict).toBe('passed');
    const at = (body: Uint8Array) => body.length - 100;
    api.lies = [{ where: /headers\?/, bytes: (body) => body.with(at(body), body[at(body)]! ^ 1) }];
    await api.to(11);
    const { verdict, value } = await session.follow();
    expect([verdict, value]).toEqual(['failed', undefined]);
  });
});

it('a receipt of a block that the chain has not fails', async () => {
  const { receipt } = await prove(api, { kind: 'transaction', id: transfer().id });
  await api.to(transfer().block_height - 1);
  expect((await proveText(receipt!.text, api)).verdict).toBe('failed');
});

it('a receipt of a balance is proven without the API, and fails with anything in it altered', async () => {
  const { from_address: address, to_address } = transfer();
  const { receipt } = await prove(api, { kind: 'address', address, ...page });
  const { balance, nonce } = await client().getAddress({ address });
  const value = { kind: 'balance', address, balance: BigInt(balance), nonce };
  expect(await proveText(receipt!.text)).toMatchObject({ verdict: 'limited', value });
  expect(await proveText(receipt!.text, api)).toMatchObject({ verdict: 'passed', value });
  const claim = JSON.parse(receipt!.text) as object;
  for (const lie of [
    { address: to_address },
    { balance: `${BigInt(balance) + 1n}` },
    { nonce: nonce + 1 },
    { exists: false },
    { network: 'testnet' },
  ]) {
    const { verdict } = await proveText(JSON.stringify({ ...claim, ...lie }));
    expect([lie, verdict]).toEqual([lie, 'failed']);
  }
});

it('bytes of a transaction alone are decoded offline', async () => {
  const { block_height: height, transaction_index: index } = transfer();
  const at = (place: number) => bytesToHex(splitBlock(api.blocks[height]!.raw).transactionBytes[place]!);
  expect((await proveText(at(index))).verdict).toBe('passed');
  const coinbase = await proveText(at(0));
  expect([coinbase.verdict, reasons(coinbase)]).toEqual(['limited', ['unsigned']]);
});

const LONG = mined(GENESIS, LIMITS.headers + 3);

it('a receipt of a block too far below the walk is proven in part', async () => {
  const server = createExplorerClient({ baseUrl: 'http://api.test', fetch: headerServer(LONG).fetch });
  const walk = await Walk.open(server, { most: 0, checkpoints: {} });
  const checks = new Checks();
  const { block } = await proveInput(parseInput(EXAMPLES.receipt) as GivenInput, checks, walk);
  expect(block).toBeUndefined();
  expect(await placeOf({ walk, checks }, readHeader(LONG[1]!))).toBeUndefined();
  expect(checks.all.at(-1)!.reasons).toEqual([
    { code: 'far', count: LIMITS.headers + 2 },
    { code: 'far', count: LIMITS.headers + 1 },
  ]);
  expect(await walk.place(readHeader(LONG[2]!))).toMatchObject({ height: 2 });
});

it('the chain alone is proven by its headers, in part until all of them are asked for', async () => {
  const server = headerServer(LONG);
  const session = openSession(server);
  const inPart = await session.prove({ kind: 'chain' });
  const counted = session.posted.flatMap(({ checks: [chain] }) => chain?.count ?? []);
  expect(counted.filter((count) => count < LIMITS.headers)).not.toEqual([]);
  expect(counted).toEqual(counted.toSorted((one, other) => one - other));
  expect([inPart.verdict, reasons(inPart)]).toEqual(['limited', ['no_anchor']]);
  const whole = await session.prove({ kind: 'chain' }, true);
  expect([whole.verdict, whole.value]).toMatchObject(['passed', { height: LIMITS.headers + 2 }]);
});
