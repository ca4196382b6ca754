import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSocket } from '../test/raw-client.ts';
import { Connections } from './connections.ts';

const REQUEST = { complete: true } as IncomingMessage;
const HALF_REQUEST = { complete: false } as IncomingMessage;

let server: Server;
const clients: Socket[] = [];
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  const closed = once(server, 'close');
  server.close();
  await closed;
});

async function accept(connections: Connections): Promise<Socket> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  clients.push(await openSocket((server.address() as AddressInfo).port));
  const [socket] = await accepted;
  connections.add(socket);
  return socket;
}

describe('the connections', () => {
  it('make room at the cost of the one that has rested longest', async () => {
    const connections = new Connections(3);
    const [first, second, third] = [
      await accept(connections),
      await accept(connections),
      await accept(connections),
    ];
    connections.begin(first, REQUEST);
    connections.end(first, false);
    connections.begin(second, REQUEST);
    const fourth = await accept(connections);
    expect([first, second, third, fourth].map(({ destroyed }) => destroyed)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    await accept(connections);
    expect([first, second, fourth].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
    expect(connections.size).toBe(3);
  });

  it('turn a new one away when all have a request in flight', async () => {
    const connections = new Connections(1);
    const busy = await accept(connections);
    connections.begin(busy, REQUEST);
    const late = await accept(connections);
    expect([busy.destroyed, late.destroyed]).toEqual([false, true]);
  });

  it('forget one that closed', async () => {
    const connections = new Connections(1);
    const socket = await accept(connections);
    socket.destroy();
    await once(socket, 'close');
    expect(connections.size).toBe(0);
    expect(connections.begin(socket, REQUEST)).toBe('ignored');
  });

  it('admit one request at a time, and none after the last answer', async () => {
    const connections = new Connections(1);
    const socket = await accept(connections);
    expect(connections.begin(socket, REQUEST)).toBe('admitted');
    expect(connections.begin(socket, REQUEST)).toBe('pipelined');
    connections.end(socket, false);
    connections.end(socket, false);
    expect(connections.begin(socket, REQUEST)).toBe('admitted');
    connections.end(socket, true);
    expect(connections.begin(socket, REQUEST)).toBe('ignored');
  });

  it('give the bare socket away only where no answer can be mistaken', async () => {
    const connections = new Connections(4);
    const resting = await accept(connections);
    expect([connections.takeOver(resting), connections.takeOver(resting)]).toEqual([true, false]);
    expect(connections.begin(resting, REQUEST)).toBe('ignored');
    const sendingBody = await accept(connections);
    connections.begin(sendingBody, HALF_REQUEST);
    expect(connections.takeOver(sendingBody)).toBe(true);
    const waiting = await accept(connections);
    connections.begin(waiting, REQUEST);
    expect(connections.takeOver(waiting)).toBe(false);
  });
});
