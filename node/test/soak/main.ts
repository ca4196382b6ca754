/**
 * The soak (`npm run test:soak`): three mining nodes on loopback with transfers and readers, one of them cut off now and then, two of
 * them killed now and then. It fails if their stores differ or are damaged at the end, or if the memory of the node that is never
 * killed grows: the median of its resident memory in the last third may exceed that of the middle third by 15 %.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createExplorerClient } from '@cairn/api/explorer';
import { openTcpProxy } from '@cairn/http/test-support';
import { bytesToHex, encodeTransaction } from '@cairn/protocol';
import { findFreePort } from '@cairn/suite';
import { createCommand, wholeNumber } from '@cairn/suite/options';
import { ACCOUNTS, transfer } from '@cairn/chain/test-support';
import { atExit, residentMebibytes, startCairn, startNode } from '../cairn-process.ts';
import { createRandom } from '../random.ts';

const NODES = [0, 1, 2];
/** Growth of memory from the middle third to the last third of the run. */
const MAX_GROWTH = 1.15;
const SAMPLE_MS = 5_000;
const AGREEMENT_MS = 180_000;
const SENDERS = [1, 2, 3, 4, 5, 6];
const MAX_PENDING = 40;

const { minutes, seed } = createCommand(
  'npm run test:soak --',
  'Three mining nodes, with kills and partitions.',
)
  .option('--minutes <count>', 'how long they mine', wholeNumber(), 60)
  .option('--seed <seed>', 'of kills and partitions', wholeNumber(), Math.floor(Math.random() * 2 ** 31))
  .parse()
  .opts<{ minutes: number; seed: number }>();

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const random = createRandom(seed);
const folder = mkdtempSync(join(tmpdir(), 'cairn-soak-'));
const paths = NODES.map((node) => join(folder, `node-${node}`));
const ports = await Promise.all(NODES.map(() => findFreePort()));
/** The line on which a node calls another one. */
const lines = await Promise.all(NODES.map(() => Promise.all(NODES.map((to) => openTcpProxy(ports[to]!)))));
type StartedNode = Awaited<ReturnType<typeof startNode>>;
const nodes: (StartedNode | undefined)[] = [undefined, undefined, undefined];
const began = performance.now();
const isOver = (): boolean => performance.now() - began > minutes * 60_000;
const counts = { kills: 0, partitions: 0, transfers: 0, reads: 0 };

async function start(node: number, isMining: boolean): Promise<void> {
  const peers = NODES.flatMap((other) =>
    other === node ? [] : ['--peer', `/ip4/127.0.0.1/tcp/${lines[node]![other]!.port}`],
  );
  const mining = ['--mine', '--mine-interval', '2', '--miner', ACCOUNTS[7 + node]!.address];
  const servers = ['--explorer-port', '0', '--rpc-port', '0', '--p2p-port', `${ports[node]}`, '--no-mdns'];
  const flags = [...servers, ...peers, ...(isMining ? mining : [])];
  nodes[node] = await startNode(flags, paths[node], atExit);
}

async function killSome(): Promise<void> {
  for (;;) {
    await sleepSome(20_000, 60_000);
    if (isOver()) return;
    const node = random.pick([1, 2]);
    const killed = nodes[node]!;
    nodes[node] = undefined;
    await killed.stop('SIGKILL');
    await sleepSome(0, 5_000);
    await start(node, true);
    counts.kills += 1;
  }
}

async function cutSome(): Promise<void> {
  const setCut = (node: number, isCut: boolean): void => {
    for (const other of NODES)
      for (const line of [lines[node]![other]!, lines[other]![node]!]) {
        if (isCut) line.cut();
        else line.restore();
      }
  };
  for (;;) {
    await sleepSome(20_000, 60_000);
    if (isOver()) return;
    const node = random.pick(NODES);
    setCut(node, true);
    await sleepSome(5_000, 30_000);
    setCut(node, false);
    counts.partitions += 1;
  }
}

async function submit(): Promise<void> {
  const { rpc } = random.pick(nodes)!;
  const from = random.pick(SENDERS);
  const { address } = ACCOUNTS[from]!;
  const { next_nonce: nonce, pending_outgoing_count: pending } = await rpc.getAccount({ address });
  if (pending > MAX_PENDING) return;
  const raw = encodeTransaction(transfer({ from, to: random.integer(0, 10), nonce, fee: BigInt(nonce) }));
  await rpc.submitTransaction({ raw: bytesToHex(raw) });
  counts.transfers += 1;
}

async function read(): Promise<void> {
  const { explorerUrl } = random.pick(nodes)!;
  const get = async (path: string): Promise<void> =>
    void (await (await fetch(`${explorerUrl}${path}`)).text());
  const { address } = random.pick(ACCOUNTS);
  await get('/api/v1/status');
  await get('/api/v1/blocks?limit=50');
  await get(`/api/v1/addresses/${address}`);
  await get(`/api/v1/addresses/${address}/transactions?limit=50`);
  counts.reads += 4;
}

/** Repeats work until the end; a node that is not there, or has just refused, is no failure. */
async function repeat(work: () => Promise<void>, pauseMs: number): Promise<void> {
  for (; !isOver(); await sleep(pauseMs)) await work().catch(() => undefined);
}

/** @returns MiB of resident memory of the node that is never killed */
async function measure(): Promise<number[]> {
  const samples: number[] = [];
  for (let minute = 1; !isOver();) {
    await sleep(Math.min(SAMPLE_MS, minutes * 10_000));
    samples.push(residentMebibytes(nodes[0]!.child));
    if (performance.now() - began < minute * 60_000) continue;
    const states = await Promise.all(nodes.map(describe));
    say(`${minute} min: ${states.join(', ')}; ${JSON.stringify(counts)}`);
    minute += 1;
  }
  return samples;
}

async function describe(node: StartedNode | undefined): Promise<string> {
  const height = await tipOf(node).catch(() => 'down');
  return node === undefined ? 'down' : `${Math.round(residentMebibytes(node.child))} MiB at ${height}`;
}

async function tipOf(node: StartedNode | undefined): Promise<string> {
  const { height, tip_id: tip } = await createExplorerClient({ baseUrl: node!.explorerUrl }).status();
  return `${height} ${tip?.slice(0, 12)}`;
}

async function stop(): Promise<void> {
  for (const node of nodes) {
    const outcome = await node?.stop();
    if (outcome && outcome.code !== 0)
      throw new Error(`a node ended with ${outcome.code}: ${outcome.err.join('\n')}`);
  }
}

/** @returns the problems at the end */
async function examine(samples: readonly number[]): Promise<string[]> {
  await stop();
  // One mines on: two blocks of the same work are both a node's tip until there is a next one (PROTOCOL.md, section 8).
  for (const node of NODES) await start(node, node === 0);
  let tips = new Set<string>();
  for (const deadline = performance.now() + AGREEMENT_MS; performance.now() < deadline; await sleep(500)) {
    tips = new Set(await Promise.all(nodes.map(tipOf)));
    if (tips.size === 1) break;
  }
  await stop();
  const problems = tips.size === 1 ? [] : [`the tips differ: ${[...tips].join(', ')}`];
  for (const path of paths) {
    const { code, out, err } = await startCairn(['verify', '--data-dir', path], {}, undefined, atExit).ended;
    if (code !== 0) problems.push(err.join());
    say(out.at(-1) ?? 'verify printed nothing');
  }
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [median(samples.slice(third, 2 * third)), median(samples.slice(-third))];
  say(`memory: ${middle.toFixed(0)} MiB in the middle third, ${last.toFixed(0)} MiB in the last`);
  if (last > MAX_GROWTH * middle) problems.push('the memory of the first node grows');
  return problems;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function sleepSome(least: number, most: number): Promise<void> {
  return sleep(random.integer(least, most));
}

say(`seed ${seed}`);
for (const node of NODES) await start(node, true);
const [samples] = await Promise.all([
  measure(),
  killSome(),
  cutSome(),
  repeat(submit, 100),
  repeat(read, 200),
]);
const problems = await examine(samples);
for (const line of lines.flat()) line.close();
for (const problem of problems) say(`FAILED: ${problem}; the files are in ${folder}`);
if (problems.length === 0) {
  rmSync(folder, { recursive: true });
  say(`passed: ${JSON.stringify(counts)}`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
