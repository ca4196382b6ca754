import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnetClient } from '@cairn/api/devnet';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveControlSocket } from './control-socket.ts';
import { openTestControl } from './test-support.ts';

const SILENT = pino({ level: 'silent' });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'cairn-socket-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function serve(path = join(folder(), 'control.sock')) {
  const { control, chain } = await openTestControl();
  const server = await serveControlSocket(control, path, SILENT);
  onTestFinished(() => server.close());
  return { path, server, chain, client: createDevnetClient({ socketPath: path }) };
}

/** Creates a socket whose process has ended. */
function leaveSocket(path: string): void {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script]);
}

function ask(
  socketPath: string,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method, path, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => (text += chunk));
      incoming.on('end', () => resolve({ status: incoming.statusCode!, body: JSON.parse(text) }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

describe('the control socket', () => {
  it('may be opened only by its owner, and is removed on close', async () => {
    const { path, server, client } = await serve();
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(await client.state()).toMatchObject({ network: 'devnet', height: 0, mining: { mode: 'manual' } });
    await server.close();
    expect(existsSync(path)).toBe(false);
  });

  it('replaces a socket left by a process that has ended', async () => {
    const path = join(folder(), 'control.sock');
    leaveSocket(path);
    expect(lstatSync(path).isSocket()).toBe(true);
    const { client } = await serve(path);
    expect((await client.mine({})).state.height).toBe(1);
  });

  it('does not replace a socket on which something answers', async () => {
    const path = join(folder(), 'control.sock');
    const other = createServer().listen(path);
    onTestFinished(() => void other.close());
    await expect(serve(path)).rejects.toThrow(/another process answers/);
    expect(existsSync(path)).toBe(true);
  });

  it('never replaces a file or a link', async () => {
    const path = join(folder(), 'control.sock');
    writeFileSync(path, 'mine');
    await expect(serve(path)).rejects.toThrow(/is not a socket/);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    const link = join(folder(), 'control.sock');
    const target = join(folder(), 'stale.sock');
    leaveSocket(target);
    symlinkSync(target, link);
    await expect(serve(link)).rejects.toThrow(/is not a socket/);
    expect(existsSync(target)).toBe(true);
  });

  it('reports a path that is too long for a socket', async () => {
    await expect(serve(join(folder(), 'x'.repeat(100)))).rejects.toThrow(/--data-dir/);
  });
});

it('describes itself in OpenAPI', async () => {
  const { path } = await serve();
  const { status, body } = await ask(path, 'GET', '/devnet/openapi.json');
  expect([status, body]).toMatchObject([200, { openapi: '3.1.0', info: { title: 'Cairn devnet control' } }]);
});

describe('a bad request', () => {
  it('is refused with its status and code, and changes nothing', async () => {
    const { path, chain } = await serve();
    const long = `{"to":"${'x'.repeat(70_000)}"}`;
    for (const [method, target, body, status, error] of [
      ['GET', '/devnet/mine', undefined, 405, 'method_not_allowed'],
      ['POST', '/devnet', '{}', 405, 'method_not_allowed'],
      ['POST', '/devnet/nothing', '{}', 404, 'not_found'],
      ['POST', '/devnet/mine', '{"blocks":', 400, 'invalid_request'],
      ['POST', '/devnet/mine', '{"blocks":99999999}', 400, 'invalid_request'],
      ['POST', '/devnet/mine', '{"to":"me"}', 400, 'invalid_address'],
      ['POST', '/devnet/revert', '{"id":"7"}', 404, 'snapshot_not_found'],
      ['POST', '/devnet/mine', long, 413, 'request_too_large'],
    ] as const) {
      expect(await ask(path, method, target, body)).toMatchObject({ status, body: { error } });
    }
    const plain = await ask(path, 'POST', '/devnet/mine', '{}', { 'Content-Type': 'text/plain' });
    expect(plain).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } });
    expect(chain.tip()!.height).toBe(0);
  });
});
