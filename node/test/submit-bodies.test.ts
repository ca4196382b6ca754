import { Agent, request } from 'node:http';
import { RPC_ERRORS } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction, signTransaction, type TransactionBody } from '@cairn/protocol';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { ACCOUNTS, DEVNET } from '../src/mempool/test-support.ts';
import { startTestRpc, TOKEN } from '../src/local-rpc/test-support.ts';

const BODIES = 800;
const CONNECTIONS = 16;

const hexOf = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(bytesToHex);
const addresses = fc.constantFrom(...ACCOUNTS.slice(1).map(({ address }) => address));

/** Signed transfers: the mempool accepts some, most break a rule of chain or mempool. */
const signed = fc
  .record({
    sender: fc.constantFrom(...ACCOUNTS),
    chain: fc.oneof({ weight: 9, arbitrary: fc.constant(DEVNET.chainId) }, fc.nat({ max: 255 })),
    nonce: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.nat({ max: 0xffff_ffff })),
    fee: fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 0xffff_ffffn)),
    value: fc.oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, 0xffff_ffff_ffff_ffffn)),
    toAddress: addresses,
  })
  .map(({ sender, ...fields }) => {
    const body: TransactionBody = { ...fields, fromAddress: sender.address };
    return encodeTransaction(signTransaction(body, sender.privateKey));
  });
/** A signed transfer with some bytes replaced. */
const altered = fc
  .tuple(
    signed,
    fc.array(fc.tuple(fc.nat({ max: 212 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
  )
  .map(([bytes, changes]) => {
    for (const [position, value] of changes) bytes[position] = value;
    return bytes;
  });
const raw = fc.oneof(
  signed.map(bytesToHex),
  altered.map(bytesToHex),
  altered.map((bytes) => bytesToHex(bytes).toUpperCase()),
  hexOf(213),
  hexOf(212),
  fc.string(),
  fc.jsonValue(),
);
const body: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: raw.map((value) => JSON.stringify({ raw: value })) },
  fc.dictionary(fc.constantFrom('raw', 'Raw', '__proto__', 'fee'), raw).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 300 }),
);

it(`${BODIES} generated bodies get an answer of the contract, none of them a failure`, async () => {
  const rpc = await startTestRpc();
  onTestFinished(() => rpc.close());
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const bodies = fc.sample(body, BODIES);
  const counts = new Map<string, number>();
  const work = async (): Promise<void> => {
    for (let next = bodies.pop(); next !== undefined; next = bodies.pop()) {
      const { status, json } = await submit(rpc.url, agent, next);
      const error = (json as { error?: keyof typeof RPC_ERRORS }).error;
      const code = status === 202 ? 'accepted' : (error ?? 'none');
      counts.set(code, (counts.get(code) ?? 0) + 1);
      const sent = { code, status, sent: Buffer.from(next).toString('latin1') };
      expect(sent).toMatchObject({ status: status === 202 ? 202 : RPC_ERRORS[error!][0] });
      expect(sent).toMatchObject({ status: expect.toSatisfy((one: number) => one < 500) as number });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
  expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(BODIES);
  // The generated bodies reach every stage.
  for (const code of [
    'accepted',
    'invalid_transaction_encoding',
    'invalid_transaction_length',
    'invalid_transaction',
    'transaction_rejected',
  ]) {
    expect([code, counts.get(code)]).toEqual([code, expect.toSatisfy((count: number) => count > 0)]);
  }
  expect(rpc.log.filter((line) => line.includes('request failed'))).toEqual([]);
});

function submit(
  url: string,
  agent: Agent,
  body: string | Uint8Array,
): Promise<{ status: number; json: unknown }> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/v1/transactions`, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const json = JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
        resolve({ status: response.statusCode!, json });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
