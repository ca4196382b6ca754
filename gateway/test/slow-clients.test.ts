import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Harness, RAW } from './harness.ts';
import { openSocket } from './raw-client.ts';
import { answerWith } from './recording-node.ts';

let harness: Harness;
let timers: NodeJS.Timeout[];
beforeEach(async () => {
  timers = [];
  harness = await Harness.start({
    limits: {
      headersTimeout: 400,
      requestTimeout: 800,
      keepAliveTimeout: 400,
      timeout: 600,
      connectionsCheckingInterval: 50,
      maxConnections: 40,
    },
  });
});
afterEach(async () => {
  for (const timer of timers) clearInterval(timer);
  await harness.stop();
});

/** Sends one byte every 20 ms, so that the connection is never inactive for long. */
function drip(socket: Socket, bytes: string): void {
  let at = 0;
  timers.push(setInterval(() => socket.write(bytes[at++ % bytes.length]!), 20));
}

/** Resolves when the connection is closed or reset. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** Waits until the gateway closes the connection. @returns the bytes received until then */
async function untilEnded(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  await closed(socket);
  return text;
}

describe('a client that is slow', () => {
  it('to begin: the connection ends', async () => {
    expect(await untilEnded(await openSocket(harness.port))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('with its headers, however often it sends a byte: 408', async () => {
    await harness.gateway.close();
    await harness.openGateway({
      limits: { headersTimeout: 400, requestTimeout: 60_000, connectionsCheckingInterval: 50 },
    });
    const socket = await openSocket(harness.port, 'GET /v1/status HTTP/1.1\r\nX: ');
    drip(socket, 'x');
    const text = await untilEnded(socket);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('with its body, however often it sends a byte: the connection is closed, and the node gets nothing', async () => {
    const headers = { 'Content-Length': '436' };
    const head = harness.render('/v1/transactions', { method: 'POST', headers });
    const socket = await openSocket(harness.port, head);
    drip(socket, JSON.stringify({ raw: RAW }));
    const text = await untilEnded(socket);
    expect(text).toBe('');
    expect(harness.node.requests).toEqual([]);
  });

  it('with its next request: the connection is closed without an answer', async () => {
    await harness.gateway.close();
    await harness.openGateway({
      limits: {
        keepAliveTimeout: 400,
        headersTimeout: 60_000,
        requestTimeout: 60_000,
        timeout: 60_000,
        connectionsCheckingInterval: 50,
      },
    });
    const socket = await openSocket(harness.port, harness.render('/v1/status'));
    const text = await untilEnded(socket);
    expect(text.match(/HTTP\/1\.1/g)).toEqual(['HTTP/1.1']);
  });

  it('to read, or does not read at all: the connection is closed', async () => {
    harness.node.behave(answerWith(200, { x: 'x'.repeat(1_000_000) }));
    const socket = await openSocket(harness.port);
    // Bytes that do not fit into the kernel's buffers stay in the gateway.
    socket.pause();
    const request = harness.render('/v1/status');
    timers.push(setInterval(() => socket.write(request), 150));
    // A client that does not read notices the closed connection only when it writes.
    await closed(socket);
    expect(socket.destroyed).toBe(true);
  });

  it('does not delay others', async () => {
    const slow = await Promise.all(
      Array.from({ length: 30 }, () => openSocket(harness.port, 'GET /v1/status HTTP/1.1\r\nX: ')),
    );
    expect((await harness.send('/v1/status')).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});
