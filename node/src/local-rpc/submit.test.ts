import { bytesToHex, encodeTransaction } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock, transfer } from '../chain/test-support.ts';
import { parseRaw, sendRaw, withChanges } from '@cairn/http/test-support';
import { MempoolUnavailableError } from '../mempool/mempool.ts';
import { startTestRpc, TOKEN, type TestRpc } from './test-support.ts';

let rpc: TestRpc;

beforeEach(async () => {
  rpc = await startTestRpc();
});

afterEach(async () => {
  await rpc.close();
});

// From account 1, because account 0 has sent nine transfers in the genesis block.
const first = transfer({ from: 1, to: 2, nonce: 1, value: 5n, fee: 7n });
const rawOf = (transaction: typeof first): string => bytesToHex(encodeTransaction(transaction));
const bodyOf = (transaction: typeof first): string => JSON.stringify({ raw: rawOf(transaction) });

describe('a submission', () => {
  it('is accepted with a receipt', async () => {
    rpc.peers.relay = () => Promise.resolve(3);
    const response = await rpc.submit(bodyOf(first));
    expect(response.status).toBe(202);
    expect(response.headers['cache-control']).toBe('no-store');
    const [pending] = rpc.mempool.pendingOutgoing(ACCOUNTS[1]!.address);
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
        from_address: ACCOUNTS[1]!.address,
        to_address: ACCOUNTS[2]!.address,
        status: 'pending',
        block_height: null,
        timestamp: null,
      },
    });
  });

  it('may have upper-case hex, a charset and other fields', async () => {
    const body = JSON.stringify({ note: 1, raw: rawOf(first).toUpperCase() });
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    expect((await rpc.submit(body, { headers })).status).toBe(202);
  });

  it('returns the same receipt for a pending transaction', async () => {
    const receipt = (await rpc.submit(bodyOf(first))).text;
    const again = await rpc.submit(bodyOf(first));
    expect([again.status, again.text]).toEqual([202, receipt]);
    expect(rpc.mempool.size()).toBe(1);
  });

  it('counts a relay that rejects, or has no peer, as 0', async () => {
    expect((await rpc.submit(bodyOf(first))).json).toMatchObject({ broadcast: false, relay_count: 0 });
    rpc.peers.relay = () => Promise.reject(new Error('no route to peer'));
    const second = transfer({ from: 1, to: 2, nonce: 2 });
    const response = await rpc.submit(bodyOf(second));
    expect(response.status).toBe(202);
    expect(response.json).toMatchObject({ accepted: true, broadcast: false, relay_count: 0 });
    expect(rpc.mempool.size()).toBe(2);
    expect(rpc.log.join()).toContain('no route to peer');
  });

  it('counts a relay that throws synchronously as 0 too', async () => {
    rpc.peers.relay = () => {
      throw new Error('not started');
    };
    expect((await rpc.submit(bodyOf(first))).json).toMatchObject({ accepted: true, relay_count: 0 });
  });
});

const HEX = rawOf(first);
const ENCODING_ERROR = { error: 'invalid_transaction_encoding' };

describe('a body that does not decode', () => {
  it.each<[string, string | Uint8Array]>([
    ['is empty', ''],
    ['is no JSON', '{'],
    ['is a string', JSON.stringify(HEX)],
    ['is null', 'null'],
    ['is an array', JSON.stringify([HEX])],
    ['has no raw', '{}'],
    ['has raw as a number', '{"raw":1}'],
    ['has raw as null', '{"raw":null}'],
    ['has raw as an array', JSON.stringify({ raw: [HEX] })],
    ['hides raw in a prototype', `{"__proto__":{"raw":"${HEX}"}}`],
    ['has a transaction field by field', JSON.stringify({ ...first, fee: '7', value: '5', unlockSig: '' })],
    ['has a bad tail', JSON.stringify({ raw: `${HEX.slice(0, -1)}g` })],
    ['has a bad tail beyond the length', JSON.stringify({ raw: `${HEX}zz` })],
    ['has an odd number of digits', JSON.stringify({ raw: HEX.slice(1) })],
    ['has a prefix', JSON.stringify({ raw: `0x${HEX}` })],
    ['has white space', JSON.stringify({ raw: ` ${HEX} ` })],
    ['has a final line end', JSON.stringify({ raw: `${HEX}\n` })],
    ['has digits of another script', JSON.stringify({ raw: '٠'.repeat(426) })],
    ['is base64', JSON.stringify({ raw: Buffer.from(HEX, 'hex').toString('base64') })],
    ['is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['is UTF-16', Buffer.from(bodyOf(first), 'utf16le')],
  ])('%s: 400', async (_name, body) => {
    const response = await rpc.submit(body);
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject(ENCODING_ERROR);
    expect(rpc.mempool.size()).toBe(0);
  });
});

describe('a length that is not 213 bytes', () => {
  it.each([0, 1, 32, 85, 212, 214, 400_000])('%i bytes: 400 with expected and actual', async (actual) => {
    const response = await rpc.submit(JSON.stringify({ raw: 'ab'.repeat(actual) }));
    expect(response.status).toBe(400);
    expect(response.json).toEqual({
      error: 'invalid_transaction_length',
      message: 'A transaction has exactly 213 bytes.',
      expected: 213,
      actual,
    });
  });
});

describe('content type and size', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'json', ';;;', ''])(
    '%j is 415',
    async (type) => {
      const response = await rpc.submit(bodyOf(first), { headers: { 'Content-Type': type } });
      expect(response.status).toBe(415);
      expect(response.json).toMatchObject({ error: 'unsupported_media_type' });
    },
  );

  it('no content type is 415, with a body and without', async () => {
    const head = `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n`;
    for (const rest of ['Content-Length: 0\r\n\r\n', '\r\n', 'Content-Length: 2\r\n\r\n{}']) {
      expect(parseRaw(await sendRaw(rpc.url, head + rest))).toMatchObject({
        status: 415,
        json: { error: 'unsupported_media_type' },
      });
    }
  });

  it('1,000,000 bytes are read, 1,000,001 are 413', async () => {
    const padded = (size: number): string => bodyOf(first).padEnd(size, ' ');
    expect((await rpc.submit(padded(1_000_000))).status).toBe(202);
    const response = await rpc.submit(padded(1_000_001));
    expect(response.status).toBe(413);
    expect(response.json).toMatchObject({ error: 'request_too_large' });
  });

  it('a body without a stated length is 413 as soon as it is too large', async () => {
    const response = await rpc.submit(' '.repeat(1_000_001), { headers: { 'Transfer-Encoding': 'chunked' } });
    expect([response.status, response.json]).toMatchObject([413, { error: 'request_too_large' }]);
  });

  it('a body in chunks that is too large is refused', async () => {
    const head =
      `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answer = await sendRaw(rpc.url, `${head}f4241\r\n${' '.repeat(1_000_001)}\r\n0\r\n\r\n`);
    expect(parseRaw(answer).json).toMatchObject({ error: 'request_too_large' });
  });

  it('no body at all is another encoding, not another type', async () => {
    const head =
      `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n` +
      'Content-Type: application/json\r\n\r\n';
    const answer = parseRaw(await sendRaw(rpc.url, head));
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_transaction_encoding' } });
  });

  it('a client that expects 100 Continue gets it after the token check', async () => {
    const request = (token: string): string =>
      `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n` +
      'Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';
    expect(await sendRaw(rpc.url, `${request(TOKEN)}{}`)).toMatch(/^HTTP\/1\.1 100 [^]*HTTP\/1\.1 400 /);
    expect(await sendRaw(rpc.url, request('x'))).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('a stated length that is too large is refused before the body arrives', async () => {
    const head =
      `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000001\r\n\r\n';
    expect(parseRaw(await sendRaw(rpc.url, head)).json).toMatchObject({ error: 'request_too_large' });
  });
});

describe('readiness', () => {
  it('is checked after encoding and length, before admission', async () => {
    rpc.node.ready = false;
    expect((await rpc.submit('{')).json).toMatchObject({ error: 'invalid_transaction_encoding' });
    expect((await rpc.submit('{"raw":"00"}')).json).toMatchObject({ error: 'invalid_transaction_length' });
    const undecodable = await rpc.submit(JSON.stringify({ raw: 'ff'.repeat(213) }));
    expect([undecodable.status, undecodable.json]).toMatchObject([503, { error: 'node_not_ready' }]);
    expect((await rpc.submit(bodyOf(first))).status).toBe(503);
    expect(rpc.mempool.size()).toBe(0);
  });
});

describe('admission', () => {
  it('refuses bytes that are not a transaction with 400', async () => {
    const response = await rpc.submit(JSON.stringify({ raw: 'ff'.repeat(213) }));
    expect([response.status, response.json]).toMatchObject([400, { error: 'invalid_transaction' }]);
  });

  it.each<[string, Parameters<typeof transfer>[0]]>([
    ['nonce_gap', { from: 1, to: 2, nonce: 3 }],
    ['nonce_too_low', { from: 0, to: 2, nonce: 1 }],
    ['insufficient_balance', { from: 1, to: 2, nonce: 1, value: 10n ** 18n }],
    ['fee_too_low', { from: 1, to: 2, nonce: 1, fee: 0n }],
    ['zero_value', { from: 1, to: 2, nonce: 1, value: 0n }],
  ])('rejects with 422 and reason %s', async (reason, fields) => {
    const response = await rpc.submit(bodyOf(transfer(fields)));
    expect(response.status).toBe(422);
    expect(response.json).toEqual({
      error: 'transaction_rejected',
      message: 'The transaction was not admitted.',
      reason,
    });
  });

  it('rejects a bad signature', async () => {
    const broken = `${HEX.slice(0, -2)}${HEX.endsWith('00') ? '01' : '00'}`;
    const response = await rpc.submit(JSON.stringify({ raw: broken }));
    expect([response.status, response.json]).toMatchObject([422, { reason: 'bad_signature' }]);
  });

  it('rejects a confirmed transaction', async () => {
    await mineTestBlock(rpc.testChain.chain, [first]);
    const response = await rpc.submit(bodyOf(first));
    expect([response.status, response.json]).toMatchObject([422, { reason: 'already_confirmed' }]);
  });

  it('answers 503 while the pending store fails', async () => {
    await rpc.mempool.close();
    const response = await rpc.submit(bodyOf(first));
    expect([response.status, response.json]).toMatchObject([503, { error: 'mempool_unavailable' }]);
  });
});

describe('an unexpected failure', () => {
  it('is 500 without its cause, which is logged', async () => {
    const broken = await startTestRpc(({ mempool }) => ({
      mempool: withChanges(mempool, { submit: () => Promise.reject(new Error('secret path /srv/x')) }),
    }));
    const response = await broken.submit(bodyOf(first));
    expect([response.status, response.text]).toEqual([500, '{"error":"internal_error"}']);
    expect(broken.log.join()).toContain('secret path');
    await broken.close();
  });

  it('of the store is 503 even if it throws synchronously', async () => {
    const locked = (): never => {
      throw new MempoolUnavailableError('locked');
    };
    const broken = await startTestRpc(({ mempool }) => ({
      mempool: withChanges(mempool, { submit: locked }),
    }));
    expect((await broken.submit(bodyOf(first))).json).toMatchObject({ error: 'mempool_unavailable' });
    await broken.close();
  });
});
