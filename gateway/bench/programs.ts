import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@cairn/suite';

const ROOT = join(import.meta.dirname, '../..');
const POLL_MS = 20;

/** A process that the bench starts. Its output is standard output and standard error together. */
export interface Program {
  /** Resolves with the first match in the output, now or later. @throws Error if the process ends without one */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the whole output when the process exits with code 0. Rejects for any other code and for a signal. */
  readonly ended: Promise<string>;
  /** Sends SIGTERM. @returns `ended` */
  stop(): Promise<string>;
}

/**
 * Starts a Node process with an empty environment except PATH and HOME.
 * @param argv Node's arguments, the script first
 */
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
  ended.catch(() => undefined); // callers that await `ended` get the error
  return {
    async waitForOutput(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`${argv.join(' ')} ended without printing ${pattern}: ${await ended}`);
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

/** Starts a script of this folder. @param argv the script's arguments */
export function startScript(name: string, argv: readonly string[]): Program {
  return startProgram([join(import.meta.dirname, name), ...argv]);
}

/** A node's RPC or a gateway, as the target of a load. */
export interface Server {
  readonly program: Program;
  /** TCP port on 127.0.0.1. */
  readonly port: number;
  /** Headers without which it refuses a request: the bearer token or the session cookie, for example. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts a devnet node without peers, whose chain and token file are in `folder`. Its port is that of the RPC. */
export async function startNode(folder: string): Promise<Server> {
  const [rpc, explorer] = [await findFreePort(), await findFreePort()];
  const ports = ['--rpc-port', String(rpc), '--explorer-port', String(explorer)];
  const chain = ['--network', 'devnet', '--data-dir', folder, '--no-p2p', '--no-mdns'];
  const program = startProgram([join(ROOT, 'node/bin/cairn.mjs'), 'start', ...chain, ...ports]);
  await waitUntilAnswering(program, `http://127.0.0.1:${rpc}/health`);
  const token = readFileSync(join(folder, 'rpc.token'), 'utf8').trim();
  return { program, port: rpc, headers: { Host: `127.0.0.1:${rpc}`, Authorization: `Bearer ${token}` } };
}

/**
 * Starts a gateway in front of `node`, and exchanges its launch secret for the session cookie. The launch file and the
 * node's token file are in `folder`.
 */
export async function startGateway(folder: string, node: Server): Promise<Server> {
  const launchFile = join(folder, 'launch.html');
  const upstream = ['--node-rpc', `http://127.0.0.1:${node.port}`, '--token-file', join(folder, 'rpc.token')];
  const flags = [...upstream, '--port', '0', '--network', 'devnet', '--launch-file', launchFile];
  const program = startProgram([join(ROOT, 'gateway/bin/cairn-gateway.mjs'), ...flags]);
  const [origin, port] = await program.waitForOutput(/http:\/\/127\.0\.0\.1:(\d+)(?=\/ for)/);
  const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
  const secret = /#launch=([\w-]+)"/.exec(readFileSync(launchFile, 'utf8'))?.[1];
  const body = JSON.stringify({ secret });
  const response = await fetch(`${origin}/gateway/session`, { method: 'POST', headers: page, body });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`the gateway set no session cookie: status ${response.status}`);
  const headers = { Host: `127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
  return { program, port: Number(port), headers };
}

/** Waits until `url` answers with a 2xx status. @throws Error if the program ends first */
async function waitUntilAnswering(program: Program, url: string): Promise<void> {
  let hasEnded = false;
  const noteEnd = (): boolean => (hasEnded = true);
  void program.ended.then(noteEnd, noteEnd);
  for (;;) {
    const response = await fetch(url).catch(() => undefined); // the server does not listen yet
    if (response?.ok === true) return;
    if (hasEnded) throw new Error(`the program ended before ${url} answered: ${await program.ended}`);
    await pause(POLL_MS);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
