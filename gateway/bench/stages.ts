import { load, median, type LoadResult } from './load.ts';
import { startScript, type Server } from './programs.ts';

/** Input of every stage: the servers to measure, and how long. */
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

/** A line of the printed table: one measured figure. */
export interface Line {
  readonly name: string;
  /** The measured value with its unit, such as `0.41 ms`. */
  readonly figure: string;
  /** Baseline or conditions of the measurement, with the aim in parentheses. */
  readonly note: string;
  /** True if the figure reaches the aim. */
  readonly met: boolean;
}

/** Maximum number of milliseconds that the gateway may add to the median latency. */
const LATENCY_AIM = 2;
/** Fraction of the request rate that must remain with idle connections. */
const IDLE_AIM = 0.8;
/** Connections that send requests while others are idle. */
const CONNECTIONS = 32;
const IDLE_CONNECTIONS = 2_000;

/** Address of development account 0 (PROTOCOL.md section 5). */
const ADDRESS = 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK';
const ROUTES: Readonly<Record<string, string>> = {
  status: '/v1/status',
  account: `/v1/accounts/${ADDRESS}`,
  history: `/v1/accounts/${ADDRESS}/transactions?limit=100`,
};

/**
 * Latency that the gateway adds to each read route, on one connection. Loads of RPC and gateway alternate, so that both
 * run under the same load of the machine.
 */
export async function benchLatency({ node, gateway, runs, seconds }: Bench): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, path] of Object.entries(ROUTES)) {
    const [direct, through]: [LoadResult[], LoadResult[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      direct.push(await load(node, path, { connections: 1, seconds }));
      through.push(await load(gateway, path, { connections: 1, seconds }));
    }
    const baseline = median(direct.map((result) => result.median));
    const added = median(through.map((result) => result.median)) - baseline;
    lines.push({
      name: `added to ${name}`,
      figure: `${added.toFixed(2)} ms`,
      note: `RPC without gateway: ${baseline.toFixed(2)} ms (aim ≤ ${LATENCY_AIM} ms)`,
      met: added <= LATENCY_AIM,
    });
  }
  return lines;
}

/** Rate of status requests through the gateway, with and without 2,000 idle connections. */
export async function benchIdle({ gateway, runs, seconds }: Bench): Promise<Line[]> {
  const measure = () => load(gateway, ROUTES['status']!, { connections: CONNECTIONS, seconds });
  const [alone, besideIdle, stillOpen]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    alone.push((await measure()).rate);
    const idle = startScript('idle-script.ts', [String(gateway.port), String(IDLE_CONNECTIONS)]);
    await idle.waitForOutput(/^open$/m);
    besideIdle.push((await measure()).rate);
    stillOpen.push(Number(/still (\d+)/.exec(await idle.stop())?.[1]));
  }
  const share = median(besideIdle) / median(alone);
  const open = Math.min(...stillOpen);
  return [
    {
      name: `status beside ${open.toLocaleString('en')} idle`,
      figure: perSecond(median(besideIdle)),
      note: `${share.toFixed(2)} × ${perSecond(median(alone))} without idle (aim ≥ ${IDLE_AIM}, all stay open)`,
      met: share >= IDLE_AIM && open === IDLE_CONNECTIONS,
    },
  ];
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
