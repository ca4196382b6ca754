import { openExplorerEvents } from '@cairn/api/explorer';
import { bytesToHex, encodeTransaction, getNetwork, signTransaction } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { deriveKey } from '@cairn/protocol/hd-keys';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChain, type ChainOptions, type TestChain } from './chain.ts';

const DEVNET = getNetwork('devnet');
const [, payer, payee] = developmentAccounts(DEVNET);

async function open(options?: ChainOptions): Promise<TestChain> {
  const chain = await createChain(options);
  onTestFinished(() => chain.close());
  return chain;
}

/** Submits a payment that stays pending. @returns its ID */
async function pay({ rpc }: TestChain, value: bigint): Promise<string> {
  const { next_nonce: nonce } = await rpc.getAccount({ address: payer!.address });
  const signed = signTransaction(
    { chain: DEVNET.chainId, nonce, fee: 5n, value, fromAddress: payer!.address, toAddress: payee!.address },
    payer!.privateKey,
  );
  const { transaction } = await rpc.submitTransaction({ raw: bytesToHex(encodeTransaction(signed)) });
  return transaction.id;
}

it('a payment is pending, mined, indexed, and pending again after a reorganization', async () => {
  const chain = await open();
  const { devnet, explorer, rpc } = chain;
  const id = await pay(chain, 700n);
  expect((await devnet.state()).pending_count).toBe(1);
  await devnet.mine({ blocks: 2 });
  expect((await explorer.listTransactions({ kind: 'transfer', limit: 1 })).items).toMatchObject([
    { id, block_height: 1, value: '700' },
  ]);
  expect((await rpc.status()).data_dir).toBe('memory');
  expect((await devnet.reorganize({ depth: 2, keep: 'none' })).state).toMatchObject({
    height: 3,
    pending_count: 1,
  });
});

it('the same seed and the same calls give the same IDs and the same file; another seed others', async () => {
  const run = async (seed?: number): Promise<string> => {
    const chain = await open({ seed });
    await chain.devnet.mine({ blocks: 3 });
    await pay(chain, 700n);
    await chain.devnet.reorganize({ depth: 2 });
    return chain.dump();
  };
  const [first, again, other] = [await run(7), await run(7), await run()];
  expect([first === again, first === other]).toEqual([true, false]);
});

it('goes on with the chain of a file: blocks, index, pending transactions, clock, and the next block', async () => {
  const first = await open();
  await first.devnet.mine({ blocks: 2 });
  await pay(first, 700n);
  await first.devnet.mining({ mode: 'interval', interval_seconds: 600 });
  const file = await first.dump();
  const other = await open({ load: file });
  expect((await other.explorer.getStats()).stats.indexed_height).toBe((await first.devnet.state()).height);
  const { mining } = await other.devnet.state();
  expect(mining).toMatchObject({ mode: 'manual', interval_seconds: null });
  await first.devnet.mining({ mode: 'manual' });
  expect(await other.dump()).toBe(await first.dump());
  expect(await other.devnet.mine()).toEqual(await first.devnet.mine());
});

it('a text that is no chain, or has a block that is not valid, is refused', async () => {
  await expect(createChain({ load: '{}' })).rejects.toThrow('load is no chain of chain.dump()');
  const file = JSON.parse(await (await open()).dump()) as object;
  await expect(createChain({ load: JSON.stringify({ ...file, blocks: ['00'] }) })).rejects.toThrow(
    /^block 1 is not valid: /,
  );
});

describe('development accounts', () => {
  const CRN = 100_000_000n;
  const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const balances = async ({ accounts, rpc }: TestChain): Promise<bigint[]> =>
    Promise.all(accounts.map(async ({ address }) => BigInt((await rpc.getAccount({ address })).balance)));

  it('of a phrase are paid by the first block, and stay with the dump', async () => {
    const chain = await open({ mnemonic: `  ${MNEMONIC.toUpperCase()} `, accounts: 3, balance: 5n * CRN });
    expect(await balances(chain)).toEqual([5n * CRN, 5n * CRN, 5n * CRN]);
    expect((await chain.explorer.getStats()).stats.indexed_height).toBe(1);
    const own = deriveKey({ mnemonic: MNEMONIC, network: DEVNET, index: 2 });
    expect(chain.accounts[2]).toMatchObject({ address: own.address, privateKey: own.privateKey });
    const again = await open({ load: await chain.dump() });
    expect(again.accounts).toEqual(chain.accounts);
    expect(await again.dump()).toBe(await chain.dump());
    expect(await balances(await open({ mnemonic: MNEMONIC, accounts: 1 }))).toEqual([10_000n * CRN]);
  });

  it.each([0n, 12_345_678n, 999_999n * CRN, 1_111_111n * CRN])(
    'that are public have %d pebbles but for the miner, who pays others',
    async (balance) => {
      const chain = await open({ balance });
      const rest = (amount: bigint): bigint => 10_000_000n * CRN - 9n * balance - amount;
      const miner = rest(0n) + 50n * CRN;
      expect(await balances(chain)).toEqual([...Array.from({ length: 9 }, () => balance), miner]);
      if (balance > miner) return;
      const address = deriveKey({ mnemonic: MNEMONIC, network: DEVNET, index: 0 }).address;
      await chain.devnet.fund({ address, amount: `${CRN}` });
      expect((await balances(chain)).slice(0, 9)).toEqual(Array.from({ length: 9 }, () => balance));
    },
  );

  it('beyond the ten of genesis have 10,000 CRN, and need no help if they fit', async () => {
    const chain = await open({ accounts: 12 });
    expect((await balances(chain)).slice(8)).toEqual([
      1_000_000n * CRN,
      980_000n * CRN + 50n * CRN,
      10_000n * CRN,
      10_000n * CRN,
    ]);
    // More than the miner has: the other public accounts give all.
    const rich = await open({ mnemonic: MNEMONIC, accounts: 4, balance: 2_000_000n * CRN });
    expect(await balances(rich)).toEqual(Array.from({ length: 4 }, () => 2_000_000n * CRN));
  });

  it.each([
    [{ balance: 1_111_112n * CRN }, 'the chain has too few coins for 10 accounts with 1111112 CRN each'],
    [{ accounts: 101 }, 'accounts is 101; it takes a whole number from 1 to 100'],
    [{ balance: 5 as unknown as bigint }, 'balance is 5; it takes a bigint of pebbles'],
    [{ balance: 2n ** 64n }, 'balance is 18446744073709551616; it takes'],
    [{ mnemonic: 5 as unknown as string }, 'mnemonic takes the words of a phrase as one text'],
    [{ mnemonic: 'test junk' }, 'not a valid English BIP-39 mnemonic'],
    [{ load: '{}', balance: 1n }, 'load is no chain'],
  ])('of %o are none', async (options, message) => {
    await expect(createChain(options)).rejects.toThrow(message);
  });

  it('of a chain that is loaded are those of its file', async () => {
    const load = await (await open({ mnemonic: MNEMONIC, accounts: 2 })).dump();
    expect((await open({ load, accounts: 1 })).accounts).toHaveLength(1);
    const more = createChain({ load, accounts: 3 });
    await expect(more).rejects.toThrow('accounts is 3; the chain that is loaded has 2');
    const other = createChain({ load: load.replace(MNEMONIC, 'test junk') });
    await expect(other).rejects.toThrow('the phrase of its accounts is not valid');
  });
});

it('serves an interface to other programs, and ends with its streams', async () => {
  const chain = await open();
  const url = await chain.listen();
  const heights: number[] = [];
  const ends = Promise.withResolvers<void>();
  const events = openExplorerEvents({
    baseUrl: url,
    lastHeight: 0,
    onTip: ({ height }) => heights.push(height),
    onConnection: (isOpen) => isOpen || ends.resolve(),
  });
  onTestFinished(() => events.close());
  await fetch(`${await chain.listen('devnet')}/devnet/mine`, { method: 'POST' });
  await expect.poll(() => heights).toEqual([1]);
  const response = await fetch(`${url}/api/v1/blocks/1`);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.text()).toBe(await (await chain.fetch('http://explorer/api/v1/blocks/1')).text());
  await expect(chain.listen('rpc', Number(new URL(url).port))).rejects.toThrow(/^port \d+ is taken$/);
  await chain.close();
  await ends.promise;
});

it('serves no other interface, and at no other port', async () => {
  const chain = await open();
  await expect(chain.listen('foo' as 'rpc')).rejects.toThrow(
    new TypeError('a chain has no interface "foo", but explorer, rpc, devnet'),
  );
  for (const port of [-1, 70_000, 1.5])
    await expect(chain.listen('rpc', port)).rejects.toThrow(
      new RangeError(`port is ${port}; it takes a whole number from 0 to 65535`),
    );
});

it('both interfaces say how far the clock was moved', async () => {
  const { devnet, explorer, rpc } = await open();
  expect(await rpc.status()).not.toHaveProperty('clock_offset_seconds');
  await devnet.time({ advance_seconds: 60 });
  expect(await explorer.status()).toMatchObject({ devnet: { clock_offset_seconds: 60 } });
  expect(await rpc.status()).toMatchObject({ clock_offset_seconds: 60 });
});

it('a call that is given up is rejected, as by fetch, also while the weather is slow', async () => {
  const { devnet, fetch } = await open();
  const reason = new Error('given up');
  const status = 'http://explorer/api/v1/status';
  await expect(fetch(status, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await devnet.weather({ events: [{ at: 1, event: 'slow', seconds: 100, milliseconds: 60_000 }] });
  await devnet.time({ advance_seconds: 2 });
  const caller = new AbortController();
  const call = fetch(status, { signal: caller.signal });
  caller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

it('a closed chain takes no call, and serves nothing', async () => {
  const chain = await open();
  const opening = chain.listen();
  await chain.close();
  await expect(chain.fetch('http://explorer/api/v1/status')).rejects.toThrow('fetch failed');
  await expect(fetch(await opening)).rejects.toThrow('fetch failed');
  await expect(chain.listen()).rejects.toThrow('the chain is closed');
});

it('a seed that would be another one, or none, is refused', async () => {
  for (const seed of [1.5, Number.NaN, -1, 2 ** 32, '7'])
    await expect(createChain({ seed: seed as number })).rejects.toThrow(
      new RangeError(`seed is ${seed}; it takes a whole number from 0 to 4294967295`),
    );
});

it('another host than its own is none', async () => {
  const { fetch } = await open();
  for (const host of ['constructor', 'example.org'])
    await expect(fetch(`http://${host}/`)).rejects.toThrow(
      new TypeError(`fetch failed: a chain has no host "${host}", but explorer, rpc, devnet`),
    );
});
