/**
 * `npm run bench -w gateway`: the latency that forwarding adds to the node's RPC, the cost of idle connections, and
 * size and speed of the wallet page in Chromium. Flags: `--runs N` (5), `--seconds N` (3) of each load, `--only
 * latency,idle,wallet`. Exits with code 1 if a figure misses its aim.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged, walletBuild } from '../../scripts/lib/build.ts';
import { startGateway, startNode, type Program, type Server } from './programs.ts';
import { benchIdle, benchLatency, type Line } from './stages.ts';
import { benchWallet } from './wallet-page.ts';

const STAGES = { latency: benchLatency, idle: benchIdle, wallet: benchWallet } as const;
type Stage = keyof typeof STAGES;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: Object.keys(STAGES).join(',') },
  },
});
const wanted = values.only.split(',');
const unknown = wanted.filter((name) => !(name in STAGES));
if (unknown.length > 0)
  throw new Error(`--only takes ${Object.keys(STAGES).join(', ')}, not ${unknown.join(', ')}`);

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
  const bench = { node, gateway, folder, runs: Number(values.runs), seconds: Number(values.seconds) };
  for (const name of wanted) {
    for (const line of await STAGES[name as Stage](bench)) {
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
