/**
 * `npm run bench:devnet`: how long calls of the devnet's control socket take until chain, index and events show the
 * change. Prints medians, each with its limit; then the same calls of anvil, which has no index and keeps its chain in
 * memory.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDevnetClient } from '@cairn/api/devnet';
import { createExplorerClient } from '@cairn/api/explorer';
import { createRpcClient } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction, getNetwork, signTransaction } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { createCommand, wholeNumber } from '@cairn/suite/options';
import { startNode } from '../child-process.ts';
import { median, temporaryFolders } from '../bench-run.ts';
import { type Anvil, startAnvil } from './anvil.ts';

const { runs: RUNS } = createCommand(
  'npm run bench:devnet --',
  "How long calls of the devnet's control socket take until chain, index and events show the change.",
)
  .option('--runs <count>', 'of each call', wholeNumber(), 30)
  .parse()
  .opts<{ runs: number }>();
const BLOCKS = 10;
/** Transfers in each block, from ten senders. */
const TRANSFERS = 100;
const NETWORK = getNetwork('devnet');
const ACCOUNTS = developmentAccounts(NETWORK);

const folders = temporaryFolders();
const directory = join(folders.make(), 'node');
const node = await startNode(directory, ['--no-p2p', '--index']);
const devnet = createDevnetClient({ socketPath: join(directory, 'control.sock') });
const explorer = createExplorerClient({ baseUrl: node.explorer });
try {
  await waitUntilIndexed();
  const token = readFileSync(join(directory, 'rpc.token'), 'utf8').trim();
  const rpc = createRpcClient({ baseUrl: node.rpc, token });
  await devnet.mine({ blocks: 10 });

  const mine = await medianOf(async () => {
    const began = performance.now();
    const { state } = await devnet.mine();
    const { stats } = await explorer.getStats();
    const milliseconds = performance.now() - began;
    if (stats.indexed_height !== state.height) throw new Error('the index does not show the block');
    return milliseconds;
  });
  show('mine(1), shown by API and index', mine, 15);
  show('snapshot', await medianOf(() => timed(() => devnet.snapshot())), 5);
  show('reorganize(3)', await medianOf(() => timed(() => devnet.reorganize({ depth: 3 }))), 100);

  const { id } = await devnet.snapshot();
  const first = (await rpc.getAccount({ address: ACCOUNTS[0]!.address })).next_nonce;
  if (first !== 10) throw new Error('the accounts are not those of genesis');
  const revert = await medianOf(async () => {
    for (let block = 0; block < BLOCKS; block += 1) {
      await Promise.all(transfersOf(block).map((raw) => rpc.submitTransaction({ raw })));
      const { blocks } = await devnet.mine();
      if (blocks[0]!.transaction_count !== TRANSFERS + 1) throw new Error('transfers are missing');
    }
    return timed(() => devnet.revert({ id }));
  });
  show(`revert of ${BLOCKS} blocks × ${TRANSFERS} transfers`, revert, 50);
} finally {
  node.child.kill('SIGTERM');
  await node.ended;
  folders.removeAll();
}

const anvil = await startAnvil();
if (anvil === undefined) process.stdout.write('npm could not fetch anvil: no comparison\n');
else await measureAnvil(anvil).finally(() => anvil.stop());

/** The same calls in anvil; its blocks contain Ethereum's transfers. */
async function measureAnvil({ call }: Anvil): Promise<void> {
  await call('anvil_mine', '0xa');
  show('anvil: mine(1)', await medianOf(() => timed(() => call('anvil_mine', '0x1'))));
  show('anvil: snapshot', await medianOf(() => timed(() => call('evm_snapshot'))));
  show('anvil: reorganize(3)', await medianOf(() => timed(() => call('anvil_reorg', 3, []))));
  const accounts = (await call('eth_accounts')) as string[];
  let id = await call('evm_snapshot');
  const revert = await medianOf(async () => {
    for (let block = 0; block < BLOCKS; block += 1) {
      const sent = Array.from({ length: TRANSFERS }, (_, index) => {
        const [from, to] = [accounts[index % accounts.length], accounts[(index + 1) % accounts.length]];
        const nonce = (block * TRANSFERS) / accounts.length + Math.floor(index / accounts.length);
        return call('eth_sendTransaction', { from, to, value: '0x1', nonce: `0x${nonce.toString(16)}` });
      });
      await Promise.all(sent);
      await call('anvil_mine', '0x1');
    }
    const took = await timed(() => call('evm_revert', id));
    id = await call('evm_snapshot'); // a revert removes its snapshot
    return took;
  });
  show(`anvil: revert of ${BLOCKS} blocks × ${TRANSFERS} transfers`, revert);
}

async function waitUntilIndexed(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const state = await devnet.state().catch(() => undefined);
    if (state?.index.ready === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the node does not answer');
}

/** Transfers of one block in hex: ten from each account, with the next nonces. */
function transfersOf(block: number): string[] {
  return ACCOUNTS.flatMap((account, index) =>
    Array.from({ length: TRANSFERS / ACCOUNTS.length }, (_, number) => {
      const body = {
        chain: NETWORK.chainId,
        nonce: (index === 0 ? 9 : 0) + (block * TRANSFERS) / ACCOUNTS.length + number + 1,
        fee: 100n,
        value: 1_000n,
        fromAddress: account.address,
        toAddress: ACCOUNTS[(index + 1) % ACCOUNTS.length]!.address,
      };
      return bytesToHex(encodeTransaction(signTransaction(body, account.privateKey)));
    }),
  );
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await measure());
  return median(times);
}

function show(name: string, milliseconds: number, limit?: number): void {
  const suffix = limit === undefined ? '' : `   (limit ${limit} ms)`;
  process.stdout.write(`${name.padEnd(46)}${`${milliseconds.toFixed(1)} ms`.padStart(10)}${suffix}\n`);
}
