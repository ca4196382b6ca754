import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a free port, which it prints, until SIGTERM. */
export function serve(listener: RequestListener, close: () => unknown = () => undefined): void {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void close();
  });
}
