/**
 * `npm run bench:devnet`: how long calls of the devnet's control socket take until chain, index and events show the change.
 * Prints medians, each with its limit. Flag: `--runs N` (30).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDevnetClient } from '@cairn/api/devnet';
import { createExplorerClient } from '@cairn/api/explorer';
import { createRpcClient } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction, getNetwork, signTransaction } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { startNode } from '../child-process.ts';
import { median, temporaryFolders } from '../bench-run.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '30' } } });
const RUNS = Number(values.runs);
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
  await ready();
  const token = readFileSync(join(directory, 'rpc.token'), 'utf8').trim();
  const rpc = createRpcClient({ baseUrl: node.rpc, token });
  await devnet.mine({ blocks: 10 });

  const mine = await medianOf(async () => {
    const began = performance.now();
    const { state } = await devnet.mine();
    const { stats } = await explorer.getStats();
    const took = performance.now() - began;
    if (stats.indexed_height !== state.height) throw new Error('the index does not show the block');
    return took;
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

async function ready(): Promise<void> {
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

function show(name: string, milliseconds: number, limit: number): void {
  const figure = `${milliseconds.toFixed(1)} ms`;
  process.stdout.write(`${name.padEnd(46)}${figure.padStart(10)}   (limit ${limit} ms)\n`);
}
