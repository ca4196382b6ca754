import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FULL_BLOCK, type BenchChain } from './bench-chain.ts';
import { measureVerification, THREADS } from './ceilings.ts';
import {
  hasCaughtUp,
  startCairn,
  startNode,
  startScript,
  waitForEnd,
  type BenchNode,
} from './child-process.ts';
import { type Folders, median } from './bench-run.ts';
import { perSecond, type Line } from './table.ts';

/** Input of all stages. */
export interface Bench {
  readonly chain: BenchChain;
  /** How often a stage is run; its median counts. */
  readonly runs: number;
  readonly folders: Folders;
}

/** Maximum resident memory, in MiB, of a command or node. */
const MEMORY_AIM = 800;
const POLL_MS = 50;

/** Validation of consecutive full blocks. */
export async function benchBlocks({ chain, runs }: Bench): Promise<Line[]> {
  const rates: Rate[] = [];
  let peak = 0;
  for (let run = 0; run < runs; run += 1) {
    const ceiling = await measureVerification(THREADS);
    const { output, peakMiB } = await waitForEnd(startScript('block-script.ts', [chain.path]));
    rates.push({ rate: FULL_BLOCK / (median(JSON.parse(output) as number[]) / 1_000), ceiling });
    peak = Math.max(peak, peakMiB);
  }
  return [rateLine('validate a full block of 39,381 transfers', rates, 0.65, peak)];
}

/** `cairn import` into an empty directory. @returns also the transactions a second, to compare other stages with */
export async function benchImport(bench: Bench): Promise<{ lines: Line[]; rate: number; directory: string }> {
  const { chain, runs, folders } = bench;
  const rates: Rate[] = [];
  let peak = 0;
  let directory = '';
  for (let run = 0; run < runs; run += 1) {
    if (directory !== '') folders.remove(directory);
    directory = folders.make();
    const ceiling = await measureVerification(THREADS);
    const argv = ['import', '--network', 'devnet', '--data-dir', directory, chain.path];
    const { seconds, peakMiB } = await waitForEnd(startCairn(argv));
    rates.push({ rate: chain.transactions / seconds, ceiling });
    peak = Math.max(peak, peakMiB);
  }
  const name = `import ${chain.transactions.toLocaleString('en')} transactions`;
  const rate = median(rates.map((one) => one.rate));
  return { lines: [rateLine(name, rates, 0.5, peak)], rate, directory };
}

/** `cairn reindex`, against a bare LevelDB with the same entries. */
export async function benchReindex({ runs }: Bench, directory: string): Promise<Line[]> {
  const rates: Rate[] = [];
  let peak = 0;
  for (let run = 0; run < runs; run += 1) {
    const { seconds, peakMiB } = await waitForEnd(
      startCairn(['reindex', '--network', 'devnet', '--data-dir', directory, '--log-level', 'warn']),
    );
    const { output } = await waitForEnd(startScript('leveldb-script.ts', [directory]));
    const level = JSON.parse(output) as { keys: number; seconds: number };
    rates.push({ rate: level.keys / seconds, ceiling: level.keys / level.seconds });
    peak = Math.max(peak, peakMiB);
  }
  return [rateLine('reindex (keys)', rates, 0.35, peak, 'bare LevelDB')];
}

/** The start of a node with the chain. */
export async function benchStart({ runs }: Bench, directory: string): Promise<Line[]> {
  const milliseconds: number[] = [];
  let peak = 0;
  for (let run = 0; run < runs; run += 1) {
    const node = await startNode(directory, ['--p2p-port', '0']);
    milliseconds.push(node.firstAnswerMs);
    await new Promise((resolve) => setTimeout(resolve, 2_000)); // include the memory of modules loaded after the first answer
    peak = Math.max(peak, node.peakMiB());
    await node.stop();
  }
  const figure = median(milliseconds);
  const met = figure < 1_500 && peak <= MEMORY_AIM;
  return [
    {
      name: 'start to first answer',
      figure: `${Math.round(figure)} ms`,
      against: '< 1,500 ms',
      peakMiB: peak,
      met,
    },
  ];
}

/** A new node that syncs from a peer, against `cairn import`; then with its index, against the memory limit. */
export async function benchSync(bench: Bench, directory: string, imported: number): Promise<Line[]> {
  const bare = await measureSync(bench, directory, imported, []);
  const indexed = await measureSync(bench, directory, imported, ['--index']);
  return [
    rateLine('sync from a peer', bare.rates, 0.6, bare.peaks.to, 'import'),
    {
      ...rateLine('sync from a peer, with the index', indexed.rates, undefined, indexed.peaks.to, 'import'),
      met: indexed.peaks.to <= MEMORY_AIM,
    },
    {
      name: '  the peer that serves it',
      figure: '',
      against: '',
      peakMiB: bare.peaks.from,
      met: bare.peaks.from <= MEMORY_AIM,
    },
  ];
}

/** @param flags of the new node; the sync ends when its index, if it has one, is ready */
async function measureSync(
  { chain, runs, folders }: Bench,
  directory: string,
  imported: number,
  flags: readonly string[],
): Promise<{ rates: Rate[]; peaks: { from: number; to: number } }> {
  const rates: Rate[] = [];
  const peaks = { from: 0, to: 0 };
  for (let run = 0; run < runs; run += 1) {
    const source = await startNode(directory, ['--p2p-port', '0']);
    const empty = folders.make();
    const peer = await peerAddress(source);
    const target = await startNode(empty, ['--p2p-port', '0', '--peer', peer, ...flags]);
    while (!(await hasCaughtUp(target, chain.blocks - 1))) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const seconds = (performance.now() - target.began) / 1_000;
    rates.push({ rate: chain.transactions / seconds, ceiling: imported });
    peaks.to = Math.max(peaks.to, target.peakMiB());
    peaks.from = Math.max(peaks.from, source.peakMiB());
    await target.stop();
    await source.stop();
    folders.remove(empty);
  }
  return { rates, peaks };
}

export async function peerAddress(node: BenchNode): Promise<string> {
  const lines = await node.line(/\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/\S+/);
  return lines[0];
}

/** Rate and ceiling of a run, each a second. */
export interface Rate {
  readonly rate: number;
  readonly ceiling: number;
}

/** A line of the table with the medians of the runs. @param aim for the share of the ceiling; `undefined` for none */
export function rateLine(
  name: string,
  rates: readonly Rate[],
  aim: number | undefined,
  peakMiB: number | undefined,
  ceilingName = `${THREADS} × libsecp256k1`,
): Line {
  const share = median(rates.map(({ rate, ceiling }) => rate / ceiling));
  const [rate, ceiling] = [median(rates.map((one) => one.rate)), median(rates.map((one) => one.ceiling))];
  return {
    name,
    figure: perSecond(rate),
    against: `${share.toFixed(2)} × ${ceilingName} (${perSecond(ceiling)}${aim === undefined ? '' : `; aim ${aim}`})`,
    peakMiB,
    met: share >= (aim ?? 0) && (peakMiB ?? 0) <= MEMORY_AIM,
  };
}

/** The RPC token of a data directory. */
export function tokenOf(directory: string): string {
  return readFileSync(join(directory, 'rpc.token'), 'utf8').trim();
}
