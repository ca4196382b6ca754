import type { ChildProcess } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createExplorerClient } from '@cairn/api/explorer';
import type { RpcClient } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction, transactionId } from '@cairn/protocol';
import { ACCOUNTS, transfer } from '@cairn/chain/test-support';
import { atExit, isRunning, startCairn, startNode } from '../cairn-process.ts';
import { type Campaign, CrashFailure } from './tally.ts';
import { openStores, type Stores } from './stores.ts';
import { Twin } from './twin.ts';

const KIND = 'cairn start --mine';
const FLAGS = '--mine --mine-interval 0.02 --no-p2p --index --explorer-port 0 --rpc-port 0'.split(' ');
const SENDERS = [1, 2, 3];
/** A sender with this many pending transactions waits for a block. */
const MAX_PENDING = 40;
/** The node is killed within this many milliseconds after its first 202, or after its start. */
const KILL_WITHIN = 400;
/** Loaded into a node one of whose writes is to fail. */
const FAILING_WRITE = new URL('failing-write.ts', import.meta.url).href;
/** One of this many writes of the chain fails. */
const WRITES = 1_000;

/** Everything that a node acknowledged to clients before it was killed. */
interface Acknowledged {
  /** Transactions answered with 202, by sender. */
  readonly accepted: Map<number, { readonly id: string; readonly nonce: number }[]>;
  /** Highest block that the Explorer API showed. */
  height: number;
}

/**
 * Ends a node repeatedly while it mines and accepts transactions over its RPC: by SIGKILL, and by one write in a thousand that fails.
 * Afterwards every transaction answered with 202 is pending or confirmed, and every block that it showed exists.
 */
export async function killNode(kills: number, campaign: Campaign): Promise<void> {
  const { tally, random, folder } = campaign;
  const victim = join(folder, 'node-victim');
  const acknowledged: Acknowledged = { accepted: new Map(SENDERS.map((from) => [from, []])), height: 0 };
  const twin = await Twin.begin({ path: join(folder, 'node-twin'), projected: true });
  const ends = {
    'killed while it took transactions': () =>
      useUntilEnd(victim, acknowledged, random.integer(0, KILL_WITHIN)),
    'ended by a failed write': () =>
      useUntilEnd(victim, acknowledged, undefined, random.integer(1, WRITES + 1)),
    [`killed within ${KILL_WITHIN} ms of its start`]: () =>
      startAndKill(victim, random.integer(0, KILL_WITHIN)),
  };
  for (const place of Object.keys(ends)) tally.expect(KIND, place);
  try {
    for (let count = 0; count < kills; count += 1) {
      for (const [place, end] of Object.entries(ends)) {
        await end();
        const path = `${victim}.copy`;
        cpSync(victim, path, { recursive: true });
        const clock = (): number => Math.floor(Date.now() / 1_000);
        const survivor = await openStores({ path, pending: true, projected: true, clock });
        requireStored(survivor, acknowledged);
        await twin.requireEqual(survivor);
        await survivor.close();
        rmSync(path, { recursive: true });
        tally.count(KIND, place, { droppedTail: false, rebuilt: false, resumed: false });
      }
    }
    await stopCleanly(victim, acknowledged);
  } catch (error) {
    throw new CrashFailure(`${KIND}: ${(error as Error).message}`, folder, { cause: error });
  }
  tally.acknowledge(countAccepted(acknowledged));
  await twin.end();
  rmSync(victim, { recursive: true });
}

/**
 * @param killAfter milliseconds from its first 202; `undefined` for a node that ends by itself
 * @param failingWrite the write that ends it
 */
async function useUntilEnd(
  victim: string,
  acknowledged: Acknowledged,
  killAfter: number | undefined,
  failingWrite?: number,
): Promise<void> {
  const environment =
    failingWrite === undefined
      ? {}
      : { NODE_OPTIONS: `--import=${FAILING_WRITE}`, FAILING_WRITE: `${failingWrite}` };
  const node = await startNode(FLAGS, victim, atExit, environment).catch((error: Error) => {
    if (failingWrite === undefined || !/^1: [^]*failed: ENOSPC/.test(error.message)) throw error;
  });
  if (node === undefined) return; // the write failed while it started
  const { child, rpc, explorerUrl, ended } = node;
  if (failingWrite === undefined) await requireCounted(rpc, acknowledged);
  const before = countAccepted(acknowledged);
  const mayRefuse = failingWrite !== undefined;
  const clients = [
    ...SENDERS.map((from) => whileAlive(child, mayRefuse, () => submitNext(rpc, from, acknowledged))),
    whileAlive(child, mayRefuse, () => watch(explorerUrl, acknowledged)),
  ];
  if (killAfter !== undefined) {
    while (countAccepted(acknowledged) === before && isRunning(child)) await sleep(1);
    await sleep(killAfter);
    child.kill('SIGKILL');
  }
  const { code, err } = await ended;
  await Promise.all(clients);
  const isMeant = mayRefuse ? code === 1 && err.join().includes('failed: ENOSPC') : code === null;
  if (!isMeant) throw new Error(`the node ended with ${code}: ${err.join('\n')}`);
}

async function startAndKill(victim: string, milliseconds: number): Promise<void> {
  const node = startCairn(['start', '--data-dir', victim, ...FLAGS], {}, undefined, atExit);
  await sleep(milliseconds);
  const { code, err } = await node.stop('SIGKILL');
  if (code !== null) throw new Error(`the node ended with ${code}: ${err.join('\n')}`);
}

/** After a restart without a kill, the RPC shows the same state and the node exits with 0. */
async function stopCleanly(victim: string, acknowledged: Acknowledged): Promise<void> {
  const node = await startNode(FLAGS, victim, atExit);
  await requireCounted(node.rpc, acknowledged);
  const { code, err } = await node.stop();
  if (code !== 0) throw new Error(`the node ended with ${code}: ${err.join('\n')}`);
}

/** Each transaction of an account follows the response to the one before. */
async function submitNext(rpc: RpcClient, from: number, { accepted }: Acknowledged): Promise<void> {
  const account = await rpc.getAccount({ address: ACCOUNTS[from]!.address });
  if (account.pending_outgoing_count > MAX_PENDING) return sleep(10);
  const nonce = account.next_nonce;
  const raw = encodeTransaction(transfer({ from, to: from + 3, nonce, fee: BigInt(nonce) }));
  await rpc.submitTransaction({ raw: bytesToHex(raw) });
  accepted.get(from)!.push({ id: transactionId(raw), nonce });
}

async function watch(baseUrl: string, acknowledged: Acknowledged): Promise<void> {
  const { height } = await createExplorerClient({ baseUrl }).status();
  acknowledged.height = Math.max(acknowledged.height, height);
  await sleep(10);
}

/** Repeats work until the process has exited. @param mayRefuse true if it may refuse requests while it ends by itself */
async function whileAlive(
  child: ChildProcess,
  mayRefuse: boolean,
  work: () => Promise<unknown>,
): Promise<void> {
  while (isRunning(child)) {
    try {
      await work();
    } catch (error) {
      if (!mayRefuse && (error as { code?: string }).code !== 'network') throw error;
      return;
    }
  }
}

/** @throws Error if an acknowledged block or transaction is missing */
function requireStored({ chain, mempool }: Stores, { accepted, height }: Acknowledged): void {
  const tip = chain.tip().height;
  if (tip < height) throw new Error(`block ${height} was shown and is lost: the tip is block ${tip}`);
  for (const { id, nonce } of [...accepted.values()].flat()) {
    if (chain.view.locateTransaction(id) === undefined && mempool?.get(id) === undefined) {
      throw new Error(`transaction ${id} (nonce ${nonce}) was answered with 202 and is lost`);
    }
  }
}

/** @throws Error if the node's RPC does not count every acknowledged transaction in its sender's sequence */
async function requireCounted(rpc: RpcClient, { accepted }: Acknowledged): Promise<void> {
  for (const from of SENDERS) {
    const { address } = ACCOUNTS[from]!;
    const account = await rpc.getAccount({ address });
    const newest = accepted.get(from)!.at(-1)?.nonce ?? 0;
    if (!account.mempool_available) throw new Error('the mempool did not open');
    if (account.next_nonce <= newest) {
      throw new Error(
        `account ${from} has next nonce ${account.next_nonce} after nonce ${newest} was accepted`,
      );
    }
  }
}

function countAccepted({ accepted }: Acknowledged): number {
  return [...accepted.values()].flat().length;
}
