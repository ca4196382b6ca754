import { load, median, type LoadResult } from './load.ts';
import { startScript, type Server } from './programs.ts';

/** The input of every stage. */
export interface Bench {
  readonly node: Server;
  readonly gateway: Server;
  /** Temporary folder with the files of node and gateway. */
  readonly folder: string;
  /** How often each figure is measured; the result is the median. */
  readonly runs: number;
  /** Duration of each load, in seconds. */
  readonly seconds: number;
}

/** A line of the table. */
export interface Line {
  readonly name: string;
  readonly figure: string;
  /** The figure that it is compared with, and the aim. */
  readonly against: string;
  readonly met: boolean;
}

/** Milliseconds that the gateway may add to the median latency. */
const LATENCY_AIM = 2;
/** Fraction of the request rate that must remain with idle connections. */
const IDLE_AIM = 0.8;
const CONNECTIONS = 32;
const IDLE_CONNECTIONS = 2_000;

/** The public development account 0 (PROTOCOL.md section 5). */
const ADDRESS = 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK';
const ROUTES: Readonly<Record<string, string>> = {
  status: '/v1/status',
  account: `/v1/accounts/${ADDRESS}`,
  history: `/v1/accounts/${ADDRESS}/transactions?limit=100`,
};

/** Extra time of a request through the gateway. RPC and gateway take turns, so that both run under the same machine load. */
export async function benchLatency({ node, gateway, runs, seconds }: Bench): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, path] of Object.entries(ROUTES)) {
    const [own, through]: [LoadResult[], LoadResult[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      own.push(await load(node, path, { connections: 1, seconds }));
      through.push(await load(gateway, path, { connections: 1, seconds }));
    }
    const direct = median(own.map((result) => result.median));
    const added = median(through.map((result) => result.median)) - direct;
    lines.push({
      name: `added to ${name}`,
      figure: `${added.toFixed(2)} ms`,
      against: `beside the RPC's own ${direct.toFixed(2)} ms (aim ≤ ${LATENCY_AIM} ms)`,
      met: added <= LATENCY_AIM,
    });
  }
  return lines;
}

/** Effect of many idle connections on the others. */
export async function benchIdle({ gateway, runs, seconds }: Bench): Promise<Line[]> {
  const measure = () => load(gateway, ROUTES['status']!, { connections: CONNECTIONS, seconds });
  const [alone, beside, left]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    alone.push((await measure()).rate);
    const idle = startScript('idle-script.ts', [String(gateway.port), String(IDLE_CONNECTIONS)]);
    await idle.line(/^open$/m);
    beside.push((await measure()).rate);
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

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
