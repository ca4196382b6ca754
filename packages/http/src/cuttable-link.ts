/** For tests only: a TCP connection between two programs that a test can interrupt and restore. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttableLink {
  /** Loopback port that leads to the target. */
  readonly port: number;
  /** Ends every connection through the link; new ones are refused. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** @param target loopback port that the link leads to */
export async function openCuttableLink(target: number): Promise<CuttableLink> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const onward = connect(target, '127.0.0.1');
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => undefined).on('close', () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const destroyAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      destroyAll();
    },
    mend: () => (isCut = false),
    close: () => {
      server.close();
      destroyAll();
    },
  };
}
