/**
 * `npm run bench -w gateway`: the latency that forwarding adds to the node's RPC, the cost of idle connections, and
 * size and speed of the wallet page in Chromium. Exits with code 1 if a figure misses its aim.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfChanged, walletBuild } from '@cairn/suite/checkout';
import { createCommand, onlyOption, wholeNumber } from '@cairn/suite/options';
import { startGateway, startNode, type Program, type Server } from './programs.ts';
import { benchIdle, benchLatency, type Line } from './stages.ts';
import { benchWallet } from './wallet-page.ts';

const STAGES = { latency: benchLatency, idle: benchIdle, wallet: benchWallet } as const;
type Stage = keyof typeof STAGES;

const names = Object.keys(STAGES) as Stage[];
const { runs, seconds, only } = createCommand(
  'npm run bench -w gateway --',
  "The latency that forwarding adds to the node's RPC, the cost of idle connections, and size and speed of the wallet page.",
)
  .option('--runs <count>', 'of each load', wholeNumber(), 5)
  .option('--seconds <count>', 'of each load', wholeNumber(), 3)
  .addOption(onlyOption(names))
  .parse()
  .opts<{ runs: number; seconds: number; only: ReadonlySet<Stage> }>();

function describe({ name, figure, note, met }: Line): string {
  return `${name.padEnd(40)} ${figure.padStart(14)}  ${note.padEnd(56)} ${met ? 'met' : 'MISSED'}`;
}

await buildIfChanged(walletBuild(), (line) => console.error(line));
const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-gateway-'));
const lines: Line[] = [];
const started: Program[] = [];
/** Registers a server to be stopped at the end. */
const stopLater = (server: Server): Server => {
  started.unshift(server.program);
  return server;
};
try {
  const node = stopLater(await startNode(folder));
  const gateway = stopLater(await startGateway(folder, node));
  const bench = { node, gateway, folder, runs, seconds };
  for (const name of only) {
    for (const line of await STAGES[name](bench)) {
      console.error(`… ${line.name}: ${line.figure}`);
      lines.push(line);
    }
  }
} finally {
  for (const program of started) await program.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}\n`);
for (const line of lines) console.log(describe(line));
process.exitCode = lines.every(({ met }) => met) ? 0 : 1;
