/** For tests only: hostile peers that stop when the test ends. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { startHostilePeer, type HostileOptions, type HostilePeer } from './hostile-peer-test-support.ts';
import type { TestNode } from './test-support.ts';

export * from './hostile-peer-test-support.ts';

export async function openHostilePeer(options?: HostileOptions): Promise<HostilePeer> {
  const peer = await startHostilePeer(options);
  onTestFinished(() => peer.host.stop());
  return peer;
}

/**
 * Forwards connections to a node from another loopback address, so that they appear to come from another network.
 * @param from like 127.0.7.1
 * @returns the multiaddr to dial instead of the node's
 */
export async function openRelay(node: TestNode, from: string): Promise<string> {
  const [, , host, , port, , id] = node.address.split('/');
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const callee = connect({ host: host!, port: Number(port), localAddress: from });
    for (const socket of [caller, callee]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    caller.pipe(callee).on('close', () => caller.destroy());
    callee.pipe(caller).on('close', () => callee.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `/ip4/127.0.0.1/tcp/${(server.address() as AddressInfo).port}/p2p/${id}`;
}
