/** The only hosts on which the private RPC may listen (interface document, section 5.2.4). */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** The configured host of the private RPC is not a loopback host. */
export class NotLoopbackError extends Error {
  override readonly name = 'NotLoopbackError';
  readonly code = 'rpc_host_not_loopback';
  readonly host: string;

  constructor(host: string) {
    super(`the private RPC listens on ${LOOPBACK_HOSTS.join(', ')} only, not ${JSON.stringify(host)}`);
    this.host = host;
  }
}

/** @throws NotLoopbackError for a host not in `LOOPBACK_HOSTS`, even if it is another spelling of a loopback address */
export function requireLoopbackHost(host: string): void {
  if (!LOOPBACK_HOSTS.includes(host)) throw new NotLoopbackError(host);
}
