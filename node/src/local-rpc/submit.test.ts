/** Submissions (interface document, sections 4.2 and 7.2). */
import { RPC_ERRORS, type RpcErrorCode } from '@cairn/api/rpc';
import { parseRaw, send, sendRaw, type TestRequest, type TestResponse } from '@cairn/http/test-support';
import { bytesToHex, encodeTransaction, signTransaction, type TransactionBody } from '@cairn/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, mineTestBlock, transfer } from '@cairn/chain/test-support';
import { startTestRpc, TOKEN, type TestRpc } from './test-support.ts';

let rpc: TestRpc;

beforeEach(async () => {
  rpc = await startTestRpc();
});
afterEach(() => rpc.close());

// From account 1, because account 0 has sent nine transfers in the genesis block.
const FIRST = transfer({ from: 1, to: 2, nonce: 1, value: 5n, fee: 7n });
const HEX = bytesToHex(encodeTransaction(FIRST));
const BODY = JSON.stringify({ raw: HEX });
const NO_TRANSACTION = JSON.stringify({ raw: 'ff'.repeat(213) });
const bodyOf = (fields: Parameters<typeof transfer>[0]): string =>
  JSON.stringify({ raw: bytesToHex(encodeTransaction(transfer(fields))) });
const errorOf = ({ json }: Pick<TestResponse, 'json'>): string => (json as { error: string }).error;

describe('an accepted transaction', () => {
  it('gets 202 with a receipt, also in capitals, with a charset and other fields', async () => {
    rpc.peers.relay = () => Promise.resolve(3);
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    const response = await rpc.submit(JSON.stringify({ note: 1, raw: HEX.toUpperCase() }), { headers });
    expect([response.status, response.headers['cache-control']]).toEqual([202, 'no-store']);
    const [pending] = rpc.mempool.pendingOutgoing(FIRST.fromAddress);
    expect(response.json).toEqual({
      network: 'devnet',
      accepted: true,
      broadcast: true,
      relay_count: 3,
      transaction: {
        id: pending!.id,
        chain: 3,
        nonce: 1,
        fee: '7',
        value: '5',
        from_address: FIRST.fromAddress,
        to_address: FIRST.toAddress,
        status: 'pending',
        block_height: null,
        timestamp: null,
      },
    });
  });

  it('gets the same receipt a hundred times at once, and is kept once', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => rpc.submit(BODY)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([responses[0]!.status, rpc.mempool.size()]).toEqual([202, 1]);
  });

  it('is relayed with the same bytes once it is admitted', async () => {
    const seen: unknown[] = [];
    rpc.peers.relay = ({ id, raw }) =>
      Promise.resolve(seen.push([rpc.mempool.get(id)?.id === id, bytesToHex(raw)]));
    expect((await rpc.submit(BODY)).json).toMatchObject({ accepted: true, broadcast: true, relay_count: 1 });
    for (const body of ['{', '{"raw":""}', NO_TRANSACTION, bodyOf({ from: 1, to: 2, nonce: 9 })])
      expect((await rpc.submit(body)).status).toBeGreaterThanOrEqual(400);
    expect(seen).toEqual([[true, HEX]]);
  });

  it('is accepted without a peer, and if the relay fails', async () => {
    const relays: TestRpc['peers']['relay'][] = [
      () => Promise.resolve(0),
      () => Promise.reject(new Error('no route to peer')),
      () => {
        throw new Error('not started');
      },
    ];
    for (const [index, relay] of relays.entries()) {
      rpc.peers.relay = relay;
      const { status, json } = await rpc.submit(bodyOf({ from: 1, to: 2, nonce: index + 1 }));
      expect([status, json]).toMatchObject([202, { accepted: true, broadcast: false, relay_count: 0 }]);
    }
    expect(rpc.mempool.size()).toBe(3);
    expect(rpc.log.join()).toMatch(/no route to peer[^]*not started/);
  });
});

describe('the order of checks', () => {
  const huge = `{"raw":"0g"}${' '.repeat(1_000_000)}`;
  const wrong = { Authorization: 'Bearer wrong', 'Content-Type': 'text/plain' };
  const right = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

  /** Each request breaks the rule in its name, and all later rules. */
  it.each<[error: RpcErrorCode, TestRequest & { path?: string; isReady?: boolean }]>([
    ['not_found', { path: '/v1/transaction', headers: wrong }],
    ['method_not_allowed', { method: 'PUT', headers: wrong }],
    ['unauthorized', { headers: wrong }],
    ['unsupported_media_type', { headers: { ...right, 'Content-Type': 'text/plain' } }],
    ['request_too_large', { headers: right }],
    ['invalid_transaction_encoding', { headers: right, body: '{"raw":"0g"}' }],
    ['invalid_transaction_length', { headers: right, body: '{"raw":"00"}' }],
    ['node_not_ready', { headers: right, body: NO_TRANSACTION }],
    ['invalid_transaction', { headers: right, body: NO_TRANSACTION, isReady: true }],
    ['mempool_unavailable', { headers: right, body: BODY, isReady: true }],
  ])('%s', async (error, { path = '/v1/transactions', isReady = false, ...request }) => {
    rpc.node.ready = isReady;
    await rpc.mempool.close();
    const response = await send(rpc.url, path, { method: 'POST', body: huge, ...request });
    expect([response.status, errorOf(response)]).toEqual([RPC_ERRORS[error][0], error]);
  });
});

it.each<[string, string | Uint8Array]>([
  ['is empty', ''],
  ['is no JSON', '{'],
  ['is a string', JSON.stringify(HEX)],
  ['is null', 'null'],
  ['is an array', JSON.stringify([HEX])],
  ['has no raw', '{}'],
  ['has raw as a number', '{"raw":1}'],
  ['hides raw in a prototype', `{"__proto__":{"raw":"${HEX}"}}`],
  ['has a transaction field by field', JSON.stringify({ ...FIRST, fee: '7', value: '5', unlockSig: '' })],
  ['has a bad tail', JSON.stringify({ raw: `${HEX.slice(0, -1)}g` })],
  ['has a bad tail beyond the length', JSON.stringify({ raw: `${HEX}zz` })],
  ['has an odd number of digits', JSON.stringify({ raw: HEX.slice(1) })],
  ['has a prefix', JSON.stringify({ raw: `0x${HEX}` })],
  ['has white space', JSON.stringify({ raw: `${HEX}\n` })],
  ['has digits of another script', JSON.stringify({ raw: '٠'.repeat(426) })],
  ['is base64', JSON.stringify({ raw: Buffer.from(HEX, 'hex').toString('base64') })],
  ['is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ['is UTF-16', Buffer.from(BODY, 'utf16le')],
])('a body that %s is 400', async (_name, body) => {
  const response = await rpc.submit(body);
  expect([response.status, errorOf(response)]).toEqual([400, 'invalid_transaction_encoding']);
  expect(rpc.mempool.size()).toBe(0);
});

it.each([0, 32, 212, 214, 400_000])(
  '%i bytes are 400, with the expected and the actual length',
  async (actual) => {
    const { status, json } = await rpc.submit(JSON.stringify({ raw: 'ab'.repeat(actual) }));
    const error = { error: 'invalid_transaction_length', message: expect.any(String) as string };
    expect([status, json]).toEqual([400, { ...error, expected: 213, actual }]);
  },
);

describe('content type and size', () => {
  const raw = async (...lines: string[]) => {
    const head = [
      'POST /v1/transactions HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${TOKEN}`,
      'Connection: close',
    ];
    return sendRaw(rpc.url, [...head, ...lines].join('\r\n'));
  };
  const refused = async (...lines: string[]): Promise<string> => errorOf(parseRaw(await raw(...lines)));
  const JSON_BODY = 'Content-Type: application/json';

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'json', ';;;', ''])(
    '%j is 415',
    async (type) => {
      const response = await rpc.submit(BODY, { headers: { 'Content-Type': type } });
      expect([response.status, errorOf(response)]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('no content type is 415, with a body and without; no body is another encoding', async () => {
    for (const rest of [
      ['Content-Length: 0', '', ''],
      ['', ''],
      ['Content-Length: 2', '', '{}'],
    ])
      expect(await refused(...rest)).toBe('unsupported_media_type');
    expect(await refused(JSON_BODY, '', '')).toBe('invalid_transaction_encoding');
  });

  it('1,000,000 bytes are read; one more is 413, stated before they arrive or in chunks', async () => {
    expect((await rpc.submit(BODY.padEnd(1_000_000, ' '))).status).toBe(202);
    const stated = await rpc.submit(BODY.padEnd(1_000_001, ' '));
    expect([stated.status, errorOf(stated)]).toEqual([413, 'request_too_large']);
    expect(await refused(JSON_BODY, 'Content-Length: 1000001', '', '')).toBe('request_too_large');
    const chunks = `f4241\r\n${' '.repeat(1_000_001)}\r\n0\r\n\r\n`;
    expect(await refused(JSON_BODY, 'Transfer-Encoding: chunked', '', chunks)).toBe('request_too_large');
  });

  it('a client that expects 100 Continue gets it after the token check', async () => {
    const rest = [JSON_BODY, 'Expect: 100-continue', 'Content-Length: 2', '', '{}'];
    expect(await raw(...rest)).toMatch(/^HTTP\/1\.1 100 [^]*HTTP\/1\.1 400 /);
    expect(await raw('Authorization: Bearer x', ...rest)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a transaction that is not admitted', () => {
  it.each<[string, string]>([
    ['nonce_gap', bodyOf({ from: 1, to: 2, nonce: 3 })],
    ['bad_signature', JSON.stringify({ raw: `${HEX.slice(0, -2)}${HEX.endsWith('00') ? '01' : '00'}` })],
    ['already_confirmed', BODY],
  ])('is 422 with the reason %s', async (reason, body) => {
    if (reason === 'already_confirmed') await mineTestBlock(rpc.testChain.chain, [FIRST]);
    const { status, json } = await rpc.submit(body);
    const message = 'The transaction was not admitted.';
    expect([status, json]).toEqual([422, { error: 'transaction_rejected', message, reason }]);
  });
});

describe('generated bodies', () => {
  const hexOf = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(bytesToHex);
  /** Signed transfers: the mempool accepts some, most break a rule of chain or mempool. */
  const signed = fc
    .record({
      sender: fc.constantFrom(...ACCOUNTS),
      chain: fc.oneof({ weight: 9, arbitrary: fc.constant(DEVNET.chainId) }, fc.nat({ max: 255 })),
      nonce: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.nat({ max: 0xffff_ffff })),
      fee: fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 0xffff_ffffn)),
      value: fc.oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, 0xffff_ffff_ffff_ffffn)),
      toAddress: fc.constantFrom(...ACCOUNTS.slice(1).map(({ address }) => address)),
    })
    .map(({ sender, ...fields }) => {
      const body: TransactionBody = { ...fields, fromAddress: sender.address };
      return encodeTransaction(signTransaction(body, sender.privateKey));
    });
  const changes = fc.array(fc.tuple(fc.nat({ max: 212 }), fc.nat({ max: 255 })), {
    minLength: 1,
    maxLength: 4,
  });
  const altered = fc.tuple(signed, changes).map(([bytes, changed]) => {
    for (const [position, value] of changed) bytes[position] = value;
    return bytes;
  });
  const raw = fc.oneof(
    signed.map(bytesToHex),
    altered.map(bytesToHex),
    hexOf(213),
    hexOf(212),
    fc.string(),
    fc.jsonValue(),
  );
  const body: fc.Arbitrary<string | Uint8Array> = fc.oneof(
    { weight: 6, arbitrary: raw.map((value) => JSON.stringify({ raw: value })) },
    fc
      .dictionary(fc.constantFrom('raw', 'Raw', '__proto__', 'fee'), raw)
      .map((value) => JSON.stringify(value)),
    fc.json(),
    fc.string({ unit: fc.nat(0x10_ff_ff).map((point) => String.fromCodePoint(point)) }),
    fc.uint8Array({ maxLength: 300 }),
  );

  it('reach every stage, and get an answer of the contract, none of them a failure', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const response = await rpc.submit(sent);
        const { status } = response;
        seen.add(status === 202 ? 'accepted' : errorOf(response));
        if (status !== 202)
          expect([status, status < 500]).toEqual([RPC_ERRORS[errorOf(response) as RpcErrorCode][0], true]);
      }),
      { numRuns: 500, examples: [[BODY]] },
    );
    const errors = ['invalid_transaction_encoding', 'invalid_transaction_length', 'invalid_transaction'];
    expect([...seen].toSorted()).toEqual(['accepted', ...errors, 'transaction_rejected'].toSorted());
    expect(rpc.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});
