import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Harness } from './harness.ts';
import { openSocket } from './raw-client.ts';
import { answerWith } from './recording-node.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.stop());

describe('starting the gateway', () => {
  it('without a built page fails, and the error says how to build it', async () => {
    const walletDir = join(harness.directory, 'nothing');
    const wanted = /^There is no built wallet page in .*nothing: run "npm run build -w gateway" first\.$/;
    await expect(harness.openGateway({ walletDir })).rejects.toThrow(wanted);
    await mkdir(walletDir);
    await expect(harness.openGateway({ walletDir })).rejects.toThrow(wanted);
  });

  it.each<[string, (path: string) => Promise<void>, string]>([
    ['missing', (path) => rm(path), 'there is no such file'],
    [
      'a link',
      async (path) => {
        await writeFile(`${path}.real`, 't'.repeat(32), { mode: 0o600 });
        await rm(path);
        await symlink(`${path}.real`, path);
      },
      'symbolic link',
    ],
    ['too short', (path) => writeFile(path, 't'.repeat(31)), 'fewer than 32 characters'],
    ['with a control character', (path) => writeFile(path, `\0${'t'.repeat(32)}`), 'contains whitespace'],
  ])('with a token file that is %s fails', async (_, spoil, problem) => {
    await spoil(harness.tokenFile);
    await expect(harness.openGateway()).rejects.toThrow(problem);
  });

  it('on a port that is taken fails, and the error names the port', async () => {
    const { port } = harness;
    const wanted = `Port ${port} of 127.0.0.1 is taken: choose another with --port or --host.`;
    await expect(harness.openGateway({ port })).rejects.toThrow(wanted);
  });

  it('on a port on which another program listens on all addresses fails too', async () => {
    const other = createServer().listen({ port: 0, host: '0.0.0.0' });
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    await expect(harness.openGateway({ port })).rejects.toThrow('is taken');
    other.close();
  });
});

it('a token beyond ASCII reaches the node as its bytes', async () => {
  const token = 'ü'.repeat(32);
  await harness.gateway.close();
  await harness.writeToken(token);
  await harness.openGateway();
  await harness.send('/v1/status');
  const [request] = harness.node.requests;
  expect(request?.rawHeaders).toContain(Buffer.from(`Bearer ${token}`).toString('latin1'));
});

describe('stopping the gateway', () => {
  it('finishes requests in flight, closes idle connections and accepts no new ones', async () => {
    let answer: (() => void) | undefined;
    harness.node.behave((request, response) => {
      answer = () => answerWith(200, { late: true })(request, response);
    });
    const resting = await openSocket(harness.port);
    const halfway = await openSocket(harness.port, 'GET / HTTP/1.1\r\nHost:');
    const ended = [once(resting, 'close'), once(halfway, 'close')];
    const inFlight = harness.sendRaw(harness.render('/v1/status'));
    await expect.poll(() => answer).toBeDefined();
    const stopped = harness.gateway.close();
    await Promise.all(ended);
    await expect(openSocket(harness.port)).rejects.toThrow('ECONNREFUSED');
    answer!();
    const { responses, closed } = await inFlight;
    expect(responses.map(({ status, body }) => [status, body])).toEqual([[200, '{"late":true}']]);
    expect(responses[0]!.headers['connection']).toBe('close');
    expect(closed).toBe(true);
    await stopped;
    await harness.openGateway();
  });

  it('does not wait longer than its grace', async () => {
    await harness.gateway.close();
    await harness.openGateway({ limits: { closeGrace: 100 } });
    harness.node.behave(() => undefined);
    const inFlight = harness.sendRaw(harness.render('/v1/status'));
    await expect.poll(() => harness.node.requests.length).toBe(1);
    const started = Date.now();
    await harness.gateway.close();
    expect(Date.now() - started).toBeLessThan(2_000);
    expect((await inFlight).responses).toEqual([]);
    await harness.node.close();
  });
});
