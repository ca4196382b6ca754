import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/lib/port-probe.ts';

const ROOT = join(import.meta.dirname, '../..');
const POLL_MS = 20;

/** A process of the bench. */
export interface Program {
  /** Waits until its output matches. @throws Error if it ends first */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with its output. @throws Error if its exit code is not 0 */
  readonly ended: Promise<string>;
  /** Sends SIGTERM and waits until it ends. */
  stop(): Promise<string>;
}

/** Starts a script. @param argv Node's arguments */
export function startProgram(argv: readonly string[]): Program {
  const environment = { PATH: process.env['PATH'], HOME: tmpdir() };
  const child = spawn(process.execPath, argv, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = new Promise<string>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${argv.join(' ')} ended with ${code}: ${output.slice(-500)}`));
    });
  });
  ended.catch(() => undefined); // callers that wait for the end get the error
  return {
    async line(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        if (child.exitCode !== null) throw new Error(`ended before ${pattern}: ${await ended}`);
        await pause(POLL_MS);
      }
    },
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Starts a script from this folder. */
export function startScript(name: string, argv: readonly string[]): Program {
  return startProgram([join(import.meta.dirname, name), ...argv]);
}

/** A server under load: its port, and the headers that it requires. */
export interface Server {
  readonly program: Program;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts a devnet node without peers, with its own chain. */
export async function startNode(folder: string): Promise<Server> {
  const [rpc, explorer] = [await findFreePort(), await findFreePort()];
  const ports = ['--rpc-port', String(rpc), '--explorer-port', String(explorer)];
  const place = ['--network', 'devnet', '--data-dir', folder, '--no-p2p', '--no-mdns'];
  const program = startProgram([join(ROOT, 'node/bin/cairn.mjs'), 'start', ...place, ...ports]);
  await untilAnswering(`http://127.0.0.1:${rpc}/health`);
  const token = readFileSync(join(folder, 'rpc.token'), 'utf8').trim();
  return { program, port: rpc, headers: { Host: `127.0.0.1:${rpc}`, Authorization: `Bearer ${token}` } };
}

/** Starts a gateway for that node, and opens a session. */
export async function startGateway(folder: string, node: Server): Promise<Server> {
  const launchFile = join(folder, 'launch.html');
  const upstream = ['--node-rpc', `http://127.0.0.1:${node.port}`, '--token-file', join(folder, 'rpc.token')];
  const flags = [...upstream, '--port', '0', '--network', 'devnet', '--launch-file', launchFile];
  const program = startProgram([join(ROOT, 'gateway/bin/cairn-gateway.mjs'), ...flags]);
  const [origin, port] = await program.line(/http:\/\/127\.0\.0\.1:(\d+)(?=\/ for)/);
  const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
  const secret = /#launch=([\w-]+)"/.exec(readFileSync(launchFile, 'utf8'))?.[1];
  const body = JSON.stringify({ secret });
  const response = await fetch(`${origin}/gateway/session`, { method: 'POST', headers: page, body });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`no session: ${response.status}`);
  const headers = { Host: `127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
  return { program, port: Number(port), headers };
}

async function untilAnswering(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined); // it does not listen yet
    if (response?.ok === true) return;
    await pause(POLL_MS);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
