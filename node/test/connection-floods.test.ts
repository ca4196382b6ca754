/** A real process under clients that send thousands of requests and read no answers. */
import { connect, type Socket } from 'node:net';
import { send } from '@cairn/http/test-support';
import { expect, it, onTestFinished } from 'vitest';
import { ALONE, residentMebibytes, startNode } from './cairn-process.ts';

const CONNECTIONS = 30;
const REQUESTS_EACH = 1_000;
/** Limit of the process's resident memory, in MiB: a third of its use if all requests of a chunk were handled. */
const MEMORY_BOUND = 600;

it.each([
  ['pages of the feed', '/api/v1/transactions?limit=100&offset='],
  ['blocks', '/api/v1/blocks/0/raw?'],
  ['the OpenAPI document', '/openapi.json?'],
])(
  '30 connections that pipeline 1,000 requests for %s each are closed, and do not delay other clients',
  async (_what, target) => {
    const node = await startNode([...ALONE, '--index']);
    const url = node.explorerUrl;
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    for (let number = 0; number < CONNECTIONS; number += 1) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
      socket.on('error', () => socket.destroy());
      const requests = Array.from(
        { length: REQUESTS_EACH },
        (_, index) => `GET ${target}${number * REQUESTS_EACH + index} HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
      socket.write(requests.join(''));
      sockets.push(socket);
    }
    const waits: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const began = performance.now();
      expect((await send(url, '/health')).status).toBe(200);
      waits.push(performance.now() - began);
      expect(residentMebibytes(node.child.pid!)).toBeLessThan(MEMORY_BOUND);
    }
    // The median: the machine that runs this test may be busy with others.
    expect(waits.toSorted((a, b) => a - b)[10]).toBeLessThan(1_000);
    expect((await node.stop('SIGTERM')).code).toBe(0);
  },
);
