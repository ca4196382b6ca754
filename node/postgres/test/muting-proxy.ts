/** For tests only: a proxy that can drop all traffic to a server. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface MutingProxy {
  readonly port: number;
  /** Drops all bytes in both directions; the connections stay open. */
  mute(): void;
  /** Forwards new connections again, and closes all old ones, because they may have lost bytes. */
  unmute(): void;
  close(): Promise<void>;
}

/** @param port of the server on this machine */
export async function startMutingProxy(port: number): Promise<MutingProxy> {
  const sockets = new Set<Socket>();
  let isMuted = false;
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => isMuted || to.write(bytes));
    from.on('error', () => undefined).on('close', () => to.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    pass(client, upstream);
    pass(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    mute: () => (isMuted = true),
    unmute: () => {
      isMuted = false;
      endAll();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      endAll();
      await closed;
    },
  };
}
