import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createExplorerClient } from '@cairn/api/explorer';
import { createRpcClient, type RpcClient } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction, transactionId } from '@cairn/protocol';
import { ACCOUNTS, transfer } from '../../src/chain/test-support.ts';
import { startCairn, type CairnChild } from './child-process.ts';
import { type Campaign, CrashFailure } from './tally.ts';
import { FollowerTwin } from './follower-twin.ts';
import type { Stores } from './stores.ts';
import { withSurvivor } from './survivor.ts';

const KIND = 'cairn start --mine';
const PLACE = 'any moment';
const FLAGS = '--mine --mine-interval 0.02 --no-p2p --index --explorer-port 0 --rpc-port 0'.split(' ');
const SENDERS = [1, 2, 3];
/** A sender with this many pending transactions waits for a block. */
const MAX_PENDING = 40;
/** The node is killed within this many milliseconds after its first 202, or after its start. */
const KILL_WITHIN = 400;

/** Everything that a node acknowledged to clients before it was killed. */
interface Acknowledged {
  /** Transactions answered with 202, by sender. */
  readonly accepted: Map<number, { readonly id: string; readonly nonce: number }[]>;
  /** Highest block that the Explorer API showed. */
  height: number;
}

/**
 * Kills a node repeatedly while it mines and accepts transactions over its RPC. Afterwards every transaction answered
 * with 202 is pending or confirmed, and every block that it showed exists.
 */
export async function killNode(kills: number, campaign: Campaign): Promise<void> {
  const { tally, random, folder } = campaign;
  tally.expect(KIND, PLACE);
  const victim = join(folder, 'node-victim');
  const acknowledged: Acknowledged = { accepted: new Map(SENDERS.map((from) => [from, []])), height: 0 };
  const twin = await FollowerTwin.begin(join(folder, 'node-twin'), { projected: true });
  try {
    for (let count = 0; count < kills; count += 1) {
      const milliseconds = random.integer(0, KILL_WITHIN);
      // Every third kill hits a node that is starting.
      const kill = count % 3 === 2 ? startAndKill : useAndKill;
      const phase = await kill(victim, acknowledged, milliseconds);
      const clock = (): number => Math.floor(Date.now() / 1_000);
      const { recovery } = await withSurvivor(
        victim,
        { pending: true, projected: true, clock },
        async (survivor) => {
          requireStored(survivor, acknowledged);
          await twin.requireEqual(survivor, survivor.chain);
        },
      );
      tally.countKill(KIND, PLACE, phase, recovery);
    }
    await stopCleanly(victim, acknowledged);
  } catch (error) {
    throw new CrashFailure(`${KIND}: ${(error as Error).message}`, folder, { cause: error });
  }
  tally.acknowledge(countAccepted(acknowledged));
  await twin.end();
  rmSync(victim, { recursive: true });
}

/** @returns a description of the moment for the report */
async function useAndKill(victim: string, acknowledged: Acknowledged, milliseconds: number): Promise<string> {
  const { child, rpc, explorerUrl } = await startNode(victim);
  await requireCounted(rpc, acknowledged);
  const before = countAccepted(acknowledged);
  const clients = [
    ...SENDERS.map((from) => submitUntilDead(rpc, from, child, acknowledged)),
    watchUntilDead(explorerUrl, child, acknowledged),
  ];
  while (countAccepted(acknowledged) === before && child.isRunning()) await sleep(1);
  await sleep(milliseconds);
  child.send('SIGKILL');
  const code = await child.ended;
  await Promise.all(clients);
  if (code !== undefined) throw new Error('the node ended before it was killed');
  return 'while it took transactions';
}

async function startAndKill(victim: string, _: Acknowledged, milliseconds: number): Promise<string> {
  const child = startCairn(['start', '--data-dir', victim, ...FLAGS]);
  await sleep(milliseconds);
  child.send('SIGKILL');
  await child.ended;
  return `within ${KILL_WITHIN} ms of its start`;
}

/** After a restart without a kill, the RPC shows the same state and the node exits with 0. */
async function stopCleanly(victim: string, acknowledged: Acknowledged): Promise<void> {
  const { child, rpc } = await startNode(victim);
  await requireCounted(rpc, acknowledged);
  child.send('SIGTERM');
  await child.ended;
}

async function startNode(path: string): Promise<{ child: CairnChild; rpc: RpcClient; explorerUrl: string }> {
  const child = startCairn(['start', '--data-dir', path, ...FLAGS]);
  const said = (pattern: RegExp): string | undefined =>
    child.lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
  const tokenFile = join(path, 'rpc.token');
  for (;;) {
    const [explorerUrl, rpcUrl] = [said(/Explorer API at (http[^ "]+)/), said(/Private RPC at (http[^ "]+)/)];
    if (explorerUrl !== undefined && rpcUrl !== undefined && existsSync(tokenFile)) {
      const token = readFileSync(tokenFile, 'utf8').trim();
      return { child, rpc: createRpcClient({ baseUrl: rpcUrl, token }), explorerUrl };
    }
    if (!child.isRunning()) throw new Error(`the node did not start: ${String(await child.ended)}`);
    await sleep(5);
  }
}

/** One transaction after another from one account, each after the answer to the one before. */
async function submitUntilDead(
  rpc: RpcClient,
  from: number,
  child: CairnChild,
  { accepted }: Acknowledged,
): Promise<void> {
  const { address } = ACCOUNTS[from]!;
  await whileAlive(child, async () => {
    const account = await rpc.getAccount({ address });
    if (account.pending_outgoing_count > MAX_PENDING) return sleep(10);
    const nonce = account.next_nonce;
    const raw = encodeTransaction(transfer({ from, to: from + 3, nonce, fee: BigInt(nonce) }));
    await rpc.submitTransaction({ raw: bytesToHex(raw) });
    accepted.get(from)!.push({ id: transactionId(raw), nonce });
  });
}

async function watchUntilDead(baseUrl: string, child: CairnChild, acknowledged: Acknowledged): Promise<void> {
  const explorer = createExplorerClient({ baseUrl });
  await whileAlive(child, async () => {
    acknowledged.height = Math.max(acknowledged.height, (await explorer.status()).height);
    await sleep(10);
  });
}

/** Repeats work until the process has exited; a failed connection then is not an error. */
async function whileAlive(child: CairnChild, work: () => Promise<unknown>): Promise<void> {
  while (child.isRunning()) {
    try {
      await work();
    } catch (error) {
      if ((error as { kind?: string }).kind === 'network') return;
      throw error;
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
