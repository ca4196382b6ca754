import { mkdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Harness } from './harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.stop());

describe('starting the gateway', () => {
  it('without a built page fails, and the error says how to build it', async () => {
    const walletDir = join(harness.directory, 'nothing');
    const wanted =
      /^There is no wallet page in .*nothing: build it with "npm run build -w gateway", or name its folder/;
    await expect(harness.openGateway({ walletDir })).rejects.toThrow(wanted);
    await mkdir(walletDir);
    await expect(harness.openGateway({ walletDir })).rejects.toThrow(wanted);
  });

  it('without a token file fails', async () => {
    await rm(harness.tokenFile);
    await expect(harness.openGateway()).rejects.toThrow('there is no such file');
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
