import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, renderRequest, type LoadOrder, type LoadResult } from './load.ts';
import { startScript, type Server } from './programs.ts';

/** What every stage gets. */
export interface Bench {
  readonly node: Server;
  readonly gateway: Server;
  /** For what the processes tell one another. */
  readonly folder: string;
  /** How often each figure is taken; the median counts. */
  readonly runs: number;
  /** How long each load lasts. */
  readonly seconds: number;
}

/** One line of the table. */
export interface Line {
  readonly name: string;
  readonly figure: string;
  /** What it is held against, how it compares, and the aim. */
  readonly against: string;
  readonly met: boolean;
}

/** Milliseconds that the gateway may add. */
const LATENCY_AIM = 1;
/** Share of the RPC's own rate that must be left. */
const RATE_AIM = 0.4;
const CONNECTIONS = 32;
/** Share of the rate that must be left beside resting connections. */
const IDLE_AIM = 0.8;
const IDLE_CONNECTIONS = 2_000;

/** The public development account 0 (PROTOCOL.md section 5). */
const ADDRESS = 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK';
const ROUTES: Readonly<Record<string, string>> = {
  status: '/v1/status',
  account: `/v1/accounts/${ADDRESS}`,
  history: `/v1/accounts/${ADDRESS}/transactions?limit=100`,
};

/** The RPC itself and the gateway in turns, so that both meet the same moods of the machine. */
async function inTurns(
  { node, gateway, folder, runs, seconds }: Bench,
  path: string,
  connections: number,
): Promise<{ own: LoadResult[]; through: LoadResult[] }> {
  const [own, through]: [LoadResult[], LoadResult[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    own.push(await load(folder, node, path, { connections, seconds }));
    through.push(await load(folder, gateway, path, { connections, seconds }));
  }
  return { own, through };
}

/** What a request takes longer by the gateway, when it is alone. */
export async function benchLatency(bench: Bench): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, path] of Object.entries(ROUTES)) {
    const { own, through } = await inTurns(bench, path, 1);
    const direct = median(own.map((result) => result.median));
    const added = median(through.map((result) => result.median)) - direct;
    lines.push({
      name: `added to ${name}`,
      figure: `${added.toFixed(3)} ms`,
      against: `beside the RPC's own ${direct.toFixed(3)} ms (aim ≤ ${LATENCY_AIM} ms)`,
      met: added <= LATENCY_AIM,
    });
  }
  return lines;
}

/** What is left of the RPC's own rate. */
export async function benchRate(bench: Bench): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, path] of Object.entries(ROUTES)) {
    const { own, through } = await inTurns(bench, path, CONNECTIONS);
    const [direct, forwarded] = [
      median(own.map(({ rate }) => rate)),
      median(through.map(({ rate }) => rate)),
    ];
    const share = forwarded / direct;
    lines.push({
      name: `${name} at ${CONNECTIONS} connections`,
      figure: perSecond(forwarded),
      against: `${share.toFixed(2)} × the RPC's own ${perSecond(direct)} (aim ≥ ${RATE_AIM})`,
      met: share >= RATE_AIM,
    });
  }
  return lines;
}

/** What many resting connections cost the others. */
export async function benchIdle(bench: Bench): Promise<Line[]> {
  const { gateway, folder, runs, seconds } = bench;
  const order: LoadOrder = {
    port: gateway.port,
    request: renderRequest(gateway, '/gateway/config'),
    connections: IDLE_CONNECTIONS,
    seconds: 0,
  };
  const file = join(folder, 'idle.json');
  writeFileSync(file, JSON.stringify(order));
  const ask = () => load(folder, gateway, ROUTES['status']!, { connections: CONNECTIONS, seconds });
  const [alone, beside, left]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    alone.push((await ask()).rate);
    const idle = startScript('idle-script.ts', [file]);
    await idle.line(/^open$/m);
    beside.push((await ask()).rate);
    left.push(Number(/still (\d+)/.exec(await idle.stop())?.[1]));
  }
  const share = median(beside) / median(alone);
  const open = Math.min(...left);
  return [
    {
      name: `status beside ${open.toLocaleString('en')} idle`,
      figure: perSecond(median(beside)),
      against: `${share.toFixed(2)} × alone ${perSecond(median(alone))} (aim ≥ ${IDLE_AIM}, all ${IDLE_CONNECTIONS} kept)`,
      met: share >= IDLE_AIM && open === IDLE_CONNECTIONS,
    },
  ];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
