/** `npm run bench -- gateway`: what forwarding adds to the RPC, and what idle connections cost. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { PAGE_KEY_HEADER } from '@cairn/api/gateway';
import { PROGRAMS, readWalletAddress } from '@cairn/suite';
import { buildIfChanged, walletBuild } from '@cairn/suite/checkout';
import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit';
import { type Bench, runBench } from './frame.ts';
import { load, type Task } from './load.ts';
import { start, startNode } from './programs.ts';

const ACCOUNT = `/v1/accounts/${DEVELOPMENT_ADDRESSES[0]}`;
const STATUS = '/v1/status';
const ROUTES = { status: STATUS, account: ACCOUNT, history: `${ACCOUNT}/transactions?limit=100` };
const IDLE_CONNECTIONS = 2_000;
/** Connections that send requests beside them. */
const BUSY_CONNECTIONS = 32;

type GatewayBench = Bench<'latency' | 'idle', 'seconds'>;

/** Where to send requests, and the headers without which they are rejected. */
type Server = Pick<Task, 'base' | 'headers'>;

await runBench(
  'gateway',
  { runs: 5, parts: ['latency', 'idle'], numbers: { seconds: [3, 'of each load'] } },
  async (bench: GatewayBench) => {
    await buildIfChanged(walletBuild(), (line) => console.error(line));
    const folder = bench.folder();
    const [tokenFile, launchFile] = [join(folder, 'rpc.token'), join(folder, 'launch.html')];
    const node = await startNode(folder, '--no-p2p');
    const flags = ['--node-rpc', node.rpc, '--token-file', tokenFile, '--launch-file', launchFile];
    const gateway = start(PROGRAMS.gateway, ...flags, '--port', '0', '--network', 'devnet');
    const [origin] = await gateway.line(/http:\/\/127\.0\.0\.1:\d+(?=\/ for)/);
    const rpc = {
      base: node.rpc,
      headers: { Authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` },
    };
    const session = await openSession(origin, launchFile);
    if (bench.wants('latency')) await measureLatency(bench, rpc, session);
    if (bench.wants('idle')) await measureIdle(bench, session);
    await gateway.stop();
    await node.stop();
  },
);

/** Exchanges the launch secret for a session's cookie and a page key, as the wallet page does. */
async function openSession(base: string, launchFile: string): Promise<Server> {
  const page = { Origin: base, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ secret: readWalletAddress({ launchFile }).split('#launch=')[1] });
  const response = await fetch(`${base}/gateway/session`, { method: 'POST', headers: page, body });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`the gateway set no session cookie: status ${response.status}`);
  const { page_key: pageKey } = (await response.json()) as { page_key: string };
  return { base, headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie, [PAGE_KEY_HEADER]: pageKey } };
}

/** Median latencies on one connection; loads of RPC and gateway alternate. */
async function measureLatency(bench: GatewayBench, rpc: Server, gateway: Server): Promise<void> {
  for (const [name, path] of Object.entries(ROUTES))
    await bench.measure([{ name: `added to ${name}`, unit: 'ms', max: 2 }], async () => {
      const measureOn = (server: Server) =>
        load(bench.numbers.seconds, server.base, [{ path }], { ...server, connections: 1 });
      const [direct, through] = [await measureOn(rpc), await measureOn(gateway)];
      return [{ value: through.median - direct.median }];
    });
}

/** The rate of status requests with idle connections, which must all stay open. */
async function measureIdle(bench: GatewayBench, gateway: Server): Promise<void> {
  const loadBusy = () =>
    load(bench.numbers.seconds, gateway.base, [{ path: STATUS }], {
      ...gateway,
      connections: BUSY_CONNECTIONS,
    });
  const name = `status beside ${IDLE_CONNECTIONS.toLocaleString('en')} idle connections`;
  await bench.measure([{ name, unit: '/s', ceiling: 'without', minShare: 0.8 }], async () => {
    const alone = await loadBusy();
    const idle: Socket[] = [];
    while (idle.length < IDLE_CONNECTIONS) idle.push(await openIdle(new URL(gateway.base)));
    const beside = await loadBusy();
    const closed = idle.filter((socket) => socket.closed).length;
    for (const socket of idle) socket.destroy();
    if (closed > 0) throw new Error(`${closed} idle connections were closed`);
    return [{ value: beside.rate, ceiling: alone.rate }];
  });
}

/** A connection that has requested the page once. */
function openIdle({ hostname, port, host }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).on('error', reject);
    socket.once('data', () => resolve(socket.resume()));
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  });
}
