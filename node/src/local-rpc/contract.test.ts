/**
 * The contract of the private RPC for a caller that reads (interface document, sections 2.8, 4.2, 5.2 and 7.2): generated requests
 * for its routes get the answer of a model of the chain's blocks, which the OpenAPI document allows.
 */
import { buildRpcOpenApi } from '@cairn/api/openapi';
import { rpcRoutes } from '@cairn/api/rpc';
import {
  expectSame,
  type OperationRequest,
  operationsOf,
  requestsOf,
} from '@cairn/chain/memory/test-support';
import { send, type TestResponse } from '@cairn/http/test-support';
import { VERSION } from '@cairn/http/version';
import {
  blockId,
  bytesToHex,
  COINBASE_SENDER,
  decodeBlock,
  encodeAddress,
  isValidAddress,
} from '@cairn/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, mineTestBlock, transfer } from '@cairn/chain/test-support';
import { modelTransaction } from '../projection/model-test-support.ts';
import { startTestRpc, TOKEN, type TestRpc } from './test-support.ts';

const ALICE = ACCOUNTS[1]!.address;
const SENTENCE = expect.stringMatching(/^\S.+\.$/) as unknown;

let rpc: TestRpc;
let blocks: readonly ReturnType<typeof modelBlock>[];
/** Where the next page of a cursor begins: after the transaction at this height and index. */
const cursors = new Map([['latest', [Infinity, 0]]]);

function modelBlock(raw: Uint8Array) {
  const { header, transactions } = decodeBlock(raw);
  const { version, height, miner, timestamp, nonce } = header;
  const fields = transactions.map(modelTransaction);
  const bits = header.bits.toString(16).padStart(8, '0');
  const head = {
    version,
    id: blockId(raw),
    prev_block_hash: header.previousBlockId,
    height,
    miner,
    timestamp,
  };
  const place = { status: 'confirmed', block_height: height, timestamp };
  const txns = fields.map((one, at) => ({ ...one, unlock_sig: bytesToHex(transactions[at]!.unlockSig) }));
  return {
    block: { network: 'devnet', ...head, bits, nonce, txns },
    items: fields.map((one, index) => ({ index, item: { ...one, ...place } })),
  };
}

/** The transactions of an address, newest first. */
const transactionsOf = (address: string) =>
  blocks
    .flatMap(({ items }) => items)
    .filter(({ item }) => [item.from_address, item.to_address].includes(address))
    .toReversed();

beforeAll(async () => {
  rpc = await startTestRpc();
  const { chain } = rpc.testChain;
  // With the coinbase as many transactions as are serialized at once: nothing is left for another part.
  const many = Array.from({ length: 306 }, (_, index) => transfer({ from: 1, to: 2, nonce: index + 1 }));
  await mineTestBlock(chain, many);
  await mineTestBlock(chain, [
    transfer({ from: 3, to: 3, nonce: 1, fee: 3n }),
    transfer({ from: 2, to: 1, nonce: 1 }),
  ]);
  const raws = await Promise.all([0, 1, 2].map((height) => chain.view.rawBlock(height)));
  blocks = raws.map((raw) => modelBlock(raw!));
  const own = transactionsOf(ALICE);
  let [cursor, read] = ['latest', 0];
  for (const limit of [1, 2, 150]) {
    const { json } = await rpc.get(`/v1/accounts/${ALICE}/transactions?limit=${limit}&cursor=${cursor}`);
    cursor = (json as { next_cursor: string }).next_cursor;
    const { item, index } = own[(read += limit) - 1]!;
    cursors.set(cursor, [item.block_height, index]);
  }
});
afterAll(() => rpc.close());

interface Expected {
  readonly status: number;
  readonly body: unknown;
}
const ok = (body: unknown): Expected => ({ status: 200, body });
const refused = (status: number, error: string): Expected => ({ status, body: { error, message: SENTENCE } });

/** Values that exist, by parameter. */
const textsOf = (): Record<string, readonly string[]> => ({
  height: ['0', '1', '2', '3', '002', '4294967296'],
  address: [
    ALICE,
    ALICE,
    ...ACCOUNTS.slice(0, 4).map(({ address }) => address),
    ACCOUNTS[9]!.address,
    encodeAddress(new Uint8Array(20), DEVNET),
    COINBASE_SENDER,
    `${ALICE.slice(0, -1)}${ALICE.endsWith('1') ? '2' : '1'}`, // another checksum
    ALICE.toLowerCase(),
    'TXfCMUqDbbdGbeXp6LGMsPxjtSQ2S3Dkoz', // of another network
  ],
  cursor: [...cursors.keys()],
  limit: ['1', '200', '1.5', 'x', ''],
});

function answer({ operation, segments, query }: OperationRequest): Expected {
  const { height = '', address = '' } = segments;
  if (operation.operationId === 'getBlock') {
    if (!/^[0-9]+$/.test(height)) return refused(400, 'invalid_height');
    const found = blocks[Number(height)];
    return found === undefined ? refused(404, 'block_not_found') : ok(found.block);
  }
  if (!isValidAddress(address, DEVNET)) return refused(400, 'invalid_address');
  const common = { network: 'devnet', address, mempool_available: true };
  const own = transactionsOf(address);
  if (operation.operationId === 'getAccount') {
    const sent = own.map(({ item }) => item).filter((one) => one.from_address === address);
    const received = own.map(({ item }) => item).filter((one) => one.to_address === address);
    const incoming = received.reduce((sum, { value }) => sum + BigInt(value), 0n);
    const balance = String(sent.reduce((sum, { value, fee }) => sum - BigInt(value) - BigInt(fee), incoming));
    const nonce = sent[0]?.nonce ?? 0;
    const amounts = { balance, spendable_balance: balance, nonce, next_nonce: nonce + 1 };
    return ok({ ...common, ...amounts, pending_outgoing_count: 0 });
  }
  const limit = query.getAll('limit').at(-1) ?? '50';
  if (!/^-?[0-9]+$/.test(limit)) return refused(400, 'invalid_limit');
  const cursor = cursors.get(query.getAll('cursor').at(-1) ?? 'latest');
  if (cursor === undefined) return refused(400, 'invalid_cursor');
  const [before, at] = cursor as [number, number];
  const count = Math.min(200, Math.max(1, Number(limit)));
  const left = own.filter(
    ({ item, index }) => item.block_height < before || (item.block_height === before && index < at),
  );
  const transactions = left.slice(0, count).map(({ item }) => item);
  const next = count < left.length ? expect.stringMatching(/^[A-Za-z0-9_-]{11}$/) : null;
  return ok({ ...common, transactions, next_cursor: next });
}

/** What every answer of a private interface has and has not. */
function expectPrivate({ headers }: TestResponse): void {
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json',
  });
  const absent = Object.keys(headers).filter((name) =>
    /^(access-control-.*|x-powered-by|server|set-cookie)$/.test(name),
  );
  expect(absent).toEqual([]);
}

const BEARER = `Bearer ${TOKEN}`;
const WRONG = [
  undefined,
  '',
  TOKEN,
  'Bearer',
  `Basic ${TOKEN}`,
  `bearer ${TOKEN}`,
  `Bearer  ${TOKEN}`,
  BEARER.slice(0, -1),
  `${BEARER}0`,
  `Bearer ${TOKEN.toUpperCase()}`,
  `${BEARER}, ${BEARER}`,
];

it('a request gets the answer of the model, with and without a server, and from the server 401 without the token', async () => {
  const document = buildRpcOpenApi();
  const reads = operationsOf(document).filter(([path]) => path.includes('{'));
  const seen = new Set<string>();
  const expectAnswer = async (request: OperationRequest, authorization?: string): Promise<void> => {
    const { operation, target } = request;
    const headers = { Origin: 'http://evil.example' };
    const response = await rpc.get(target, { headers });
    expectPrivate(response);
    expect({ target, status: response.status, body: response.json }).toEqual({ target, ...answer(request) });
    await expectSame(rpc.memory, 'rpc', target, {}, response);
    seen.add(response.status === 200 ? operation.operationId : (response.json as { error: string }).error);
    const asked = authorization === undefined ? headers : { ...headers, Authorization: authorization };
    const stranger = await send(rpc.url, target, { headers: asked });
    expectPrivate(stranger);
    expect(stranger.headers['www-authenticate']).toBe('Bearer');
    expect([stranger.status, stranger.text]).toEqual([401, '{"error":"unauthorized"}']);
  };
  await fc.assert(fc.asyncProperty(requestsOf(reads, textsOf()), fc.constantFrom(...WRONG), expectAnswer), {
    numRuns: 700,
  });
  const errors = ['invalid_address', 'invalid_limit', 'invalid_cursor', 'invalid_height', 'block_not_found'];
  expect(seen).toEqual(new Set([...reads.map(([, { operationId }]) => operationId), ...errors]));
  expect(rpc.log.filter((line) => /request failed/.test(line))).toEqual([]);
  expect(rpc.log.join('')).not.toContain(TOKEN);
});

it('a route answers its own method only, and everyone may ask for health', async () => {
  for (const { path, method } of Object.values(rpcRoutes)) {
    const target = path.replaceAll(/\{\w+\}/g, 'x');
    for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (other === method) continue;
      const response = await send(rpc.url, target, { method: other });
      const { status, headers, text } = response;
      await expectSame(rpc.memory, 'rpc', target, { method: other }, response);
      expect([other, target, status, headers.allow]).toEqual([other, target, 405, method]);
      if (other !== 'HEAD')
        expect(JSON.parse(text)).toEqual({ error: 'method_not_allowed', message: SENTENCE });
    }
  }
  const health = await send(rpc.url, '/health');
  expectPrivate(health);
  expect([health.status, health.text]).toEqual([200, '{"ok":true,"network":"devnet","api_version":1}']);
});

it.each([
  '/',
  '/v1',
  '/v1/statusX',
  '/v1/status/',
  '/V1/status',
  '/v1//status',
  '/v1/blocks/',
  '/api/v1/status',
  '/%',
])('the unknown path %s is 404, without asking for the token', async (path) => {
  for (const method of ['GET', 'POST']) {
    const { status, json } = await send(rpc.url, path, { method });
    expect([status, json]).toEqual([404, { error: 'not_found', message: SENTENCE }]);
  }
});

it('the status shows the node and its peers, with fees that suffice', async () => {
  const peer = { host: '10.0.0.7', port: 28445, inbound: true, height: 9, lastSeen: 1767225600.25 };
  Object.assign(rpc.node, { peers: [peer], bestPeerHeight: 9, ready: false, syncing: true });
  const { lastSeen, ...shown } = peer;
  expect((await rpc.get('/v1/status')).json).toEqual({
    suggested_fees: { next_block: '1', few_blocks: '1', economy: '1', sampled_blocks: 2 },
    network: 'devnet',
    chain_id: 3,
    magic: 'ca19e003',
    data_dir: 'memory',
    api_version: 1,
    initialized: true,
    height: 2,
    best_peer_height: 9,
    peer_count: 1,
    peers: [{ ...shown, last_seen: lastSeen }],
    syncing: true,
    ready: false,
    node_version: VERSION,
    signatures: 'native',
  });
  Object.assign(rpc.node, { peers: [], bestPeerHeight: 0, ready: true, syncing: false });
});

it('the OpenAPI document is served to whoever has the token', async () => {
  const { status, json } = await rpc.get('/v1/openapi.json');
  expect([status, json]).toEqual([200, buildRpcOpenApi()]);
  expect((await send(rpc.url, '/v1/openapi.json')).status).toBe(401);
});
