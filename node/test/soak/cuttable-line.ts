import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP line to a port of this host that can be cut. */
export class CuttableLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(target: number | undefined) {
    this.#server = createServer((socket) => {
      if (this.#isCut || target === undefined) {
        socket.destroy();
        return;
      }
      const onward = connect(target, '127.0.0.1');
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.#sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  /** @param target port; a line to nowhere without one */
  static async open(target: number | undefined): Promise<CuttableLine> {
    const line = new CuttableLine(target);
    await once(line.#server.listen(0, '127.0.0.1'), 'listening');
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** While it is cut, its connections are closed and new ones refused. */
  set isCut(isCut: boolean) {
    this.#isCut = isCut;
    if (isCut) for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.isCut = true;
    this.#server.close();
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
