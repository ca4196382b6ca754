/** The SDK against the interfaces of a chain, which all tests share. */
import { join } from 'node:path';
import { createRpcClient } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction, getNetwork, signTransaction } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC, developmentAccounts } from '@cairn/protocol/development-accounts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accountFromKey, accountFromPhrase, createCairn, generateMnemonic, parseCoins } from './index.ts';
import { fileStore } from './node.ts';
import { startTestDevnet, type TestDevnet } from './test-support.ts';

const [payer, rival] = developmentAccounts(getNetwork('devnet'));
let devnet: TestDevnet;
let cairn: ReturnType<typeof createCairn>;

beforeAll(async () => {
  devnet = await startTestDevnet();
  cairn = createCairn(devnet);
});
afterAll(() => devnet.close());

const newAddress = async (): Promise<string> => (await accountFromPhrase(cairn, generateMnemonic())).address;
const pendingCount = async (): Promise<number> => (await devnet.control.state()).pending_count;

/** The code of the error with which a call fails. */
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    ({ code }: { code: string }) => code,
  );

/** Loses the answer to the next submission, which arrives. */
function loseOneAnswer(): void {
  const { fetch } = globalThis;
  const lossy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const response = await fetch(url, init);
    if (init?.method !== 'POST') return response;
    lossy.mockRestore();
    throw new TypeError('fetch failed');
  });
  onTestFinished(() => lossy.mockRestore());
}

it('pays, and the payment is in the chain', async () => {
  const account = await accountFromPhrase(cairn, DEVELOPMENT_MNEMONIC);
  expect(account.address).toBe(payer!.address);
  const to = await newAddress();
  const transfer = await account.send({ to, amount: parseCoins('1.5') });
  const waiting = cairn.waitFor(transfer.id);
  await devnet.control.mine({ blocks: 1 });
  const { from, amount, fee, nonce } = transfer;
  expect(await waiting).toMatchObject({ from, to, amount, fee, nonce, confirmations: 1 });
  expect(await cairn.getBalance(to)).toBe(150_000_000n);
});

describe('a repeated payment is paid once', () => {
  it('if the answer was lost', async () => {
    const account = accountFromKey(cairn, payer!.privateKey);
    const order = { to: await newAddress(), amount: 5n };
    loseOneAnswer();
    await expect(account.send(order)).rejects.toMatchObject({ code: 'unclear' });
    const again = await account.send(order);
    // That one was answered: this is another payment.
    const other = await account.send(order);
    expect(other.nonce).toBe(again.nonce + 1);
    await devnet.control.mine({ blocks: 1 });
    expect(await cairn.getBalance(order.to)).toBe(10n);
  });

  it('with a key, even after a crash and in a block', async () => {
    const options = { store: fileStore(join(devnet.folder, 'payments.jsonl')) };
    const order = { to: await newAddress(), amount: 7n, key: 'order 17' };
    const first = await accountFromKey(cairn, payer!.privateKey, options).send(order);
    const restarted = accountFromKey(cairn, bytesToHex(payer!.privateKey), options);
    expect(await restarted.send(order)).toEqual(first);
    await devnet.control.mine({ blocks: 1 });
    expect(await restarted.send(order)).toEqual(first);
    expect(await pendingCount()).toBe(0);
    await expect(restarted.send({ ...order, amount: 8n })).rejects.toMatchObject({ code: 'key_reused' });
  });

  it('and one that the node has lost is sent again before the next takes its nonce', async () => {
    const account = accountFromKey(cairn, payer!.privateKey);
    const { id } = await devnet.control.snapshot();
    const lost = await account.send({ to: await newAddress(), amount: 9n });
    await devnet.control.revert({ id });
    expect(await pendingCount()).toBe(0);
    const next = await account.send({ to: await newAddress(), amount: 9n });
    expect(next.nonce).toBe(lost.nonce + 1);
    expect(await pendingCount()).toBe(2);
    await devnet.control.mine({ blocks: 1 });
  });
});

it('waits through a reorganization', async () => {
  const account = accountFromKey(cairn, payer!.privateKey);
  const transfer = await account.send({ to: await newAddress(), amount: 1n });
  const { blocks } = await devnet.control.mine({ blocks: 1 });
  const waiting = cairn.waitFor(transfer, { confirmations: 3 });
  await devnet.control.reorganize({ depth: 1, keep: 'none' });
  expect(await pendingCount()).toBe(1);
  await devnet.control.mine({ blocks: 3 });
  const { blockHeight, blockId } = await waiting;
  expect(blockHeight).toBeGreaterThan(blocks[0]!.height);
  const { block } = await cairn.api.getBlock({ height_or_hash: blockHeight });
  expect(block.id).toBe(blockId);
});

it('waits no longer for a transfer whose nonce another one has', async () => {
  const transfer = await accountFromKey(cairn, rival!.privateKey).send({ to: payer!.address, amount: 1n });
  const body = { chain: 3, nonce: transfer.nonce, fee: transfer.fee * 2n, value: 2n };
  const other = signTransaction(
    { ...body, fromAddress: rival!.address, toAddress: payer!.address },
    rival!.privateKey,
  );
  const rpc = createRpcClient({ baseUrl: devnet.rpc.url, token: devnet.rpc.token.trim() });
  await rpc.submitTransaction({ raw: bytesToHex(encodeTransaction(other)) });
  const waitingForIt = codeOf(cairn.waitFor(transfer, { confirmations: 2 }));
  let code: unknown;
  // Its confirmations count from the block in which the nonce was first seen as taken.
  while (code === undefined) {
    await devnet.control.mine({ blocks: 1 });
    code = await Promise.race([waitingForIt, Promise.resolve(undefined)]);
  }
  expect(code).toBe('replaced');
  const waiting = cairn.waitFor(transfer.id, { signal: AbortSignal.timeout(1) });
  await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('watches the payments to an address, and those that a reorganization takes away', async () => {
  const to = await newAddress();
  const account = accountFromKey(cairn, payer!.privateKey);
  const { id } = await account.send({ to, amount: 4n });
  const { blocks } = await devnet.control.mine({ blocks: 1 });
  const watched = cairn.watch(to, { fromHeight: blocks[0]!.height });
  onTestFinished(() => void watched.return());
  const next = async () => (await watched.next()).value;
  expect(await next()).toMatchObject({ type: 'received', payment: { id, amount: 4n } });
  await devnet.control.reorganize({ depth: 1, keep: 'none' });
  expect(await next()).toMatchObject({ type: 'removed', payment: { id } });
  await devnet.control.mine({ blocks: 1 });
  expect(await next()).toMatchObject({ type: 'received', payment: { id } });
  const stop = new AbortController();
  const fromNow = cairn.watch(to, { signal: stop.signal }).next();
  stop.abort(new Error('enough'));
  await expect(fromNow).rejects.toThrow('enough');
});

it('tells of new blocks, in Node too', async () => {
  const tips: string[] = [];
  const events = cairn.events({ onTip: ({ id }) => tips.push(id), lastHeight: 0 });
  onTestFinished(() => events.close());
  const { blocks } = await devnet.control.mine({ blocks: 1 });
  await expect.poll(() => tips.at(-1)).toBe(blocks[0]!.id);
});

it('an error has a code', async () => {
  const account = accountFromKey(cairn, payer!.privateKey);
  const to = rival!.address;
  const reader = createCairn({ api: devnet.api });
  const stranger = accountFromKey(createCairn({ ...devnet, network: 'testnet' }), payer!.privateKey);
  expect(
    await Promise.all([
      codeOf(cairn.getBalance(`${to.slice(0, -1)}1`)),
      codeOf(account.send({ to: to.slice(1), amount: 1n })),
      codeOf(account.send({ to, amount: '1.5' as never })),
      codeOf(account.send({ to, amount: parseCoins('2000000') })),
      codeOf(account.send({ to, amount: 1n, fee: -1n })),
      codeOf(accountFromKey(reader, payer!.privateKey).send({ to, amount: 1n })),
      codeOf(stranger.send({ to: stranger.address, amount: 1n })),
      codeOf(accountFromPhrase(cairn, 'no such phrase')),
      codeOf(accountFromPhrase(cairn, undefined as never)),
      ...[`0x${bytesToHex(payer!.privateKey)}`, undefined as never].map((key) =>
        codeOf(Promise.try(() => accountFromKey(cairn, key))),
      ),
      codeOf(createCairn({ api: 'http://127.0.0.1:9' }).api.status()),
    ]),
  ).toEqual([
    'invalid_address',
    'invalid_address',
    'invalid_amount',
    'rejected',
    'invalid_transaction',
    'no_rpc',
    'other_network',
    'invalid_mnemonic',
    'invalid_mnemonic',
    'invalid_key',
    'invalid_key',
    'network',
  ]);
});
