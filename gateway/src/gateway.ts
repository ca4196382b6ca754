import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readTokenFile } from '@cairn/token-file';
import type { Logger } from 'pino';
import type { GatewayFacts } from './gateway-facts.ts';
import { LaunchDoor, type LaunchAnnouncer } from './launch/launch-door.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts';
import type { NodeAddress } from './node-link/node-connection.ts';
import { createSessionCookie } from './passes/cookie.ts';
import { Forwarder } from './passes/forward.ts';
import type { PageConfig } from './pipeline.ts';
import { GatewayServer } from './server.ts';
import { StartError } from './start-error.ts';
import { openTokenSource } from './token-source.ts';
import { loadWalletFiles } from './wallet-files.ts';

/** The only addresses that the gateway binds. */
export const LOOPBACK_HOSTS = ['127.0.0.1', '::1'] as const;
export type LoopbackHost = (typeof LOOPBACK_HOSTS)[number];

export interface GatewayOptions {
  readonly host: LoopbackHost;
  /** TCP port; 0 picks a free one. */
  readonly port: number;
  readonly node: NodeAddress;
  /** Path of the node's token file. */
  readonly tokenFile: string;
  /** Folder of the built wallet page. */
  readonly walletDirectory: string;
  readonly page: PageConfig;
  /** Who gets to know the address that opens the wallet; without it, opening the page is enough. */
  readonly launch: LaunchAnnouncer | undefined;
  readonly logger: Logger;
  /** Bounds that differ from the usual ones. */
  readonly limits?: Partial<GatewayLimits>;
}

/** A gateway that listens. */
export interface Gateway {
  /** Its address and the only accepted origin, without a slash at the end. */
  readonly origin: string;
  /** Stops listening, lets requests in flight finish (bounded in time) and closes every connection; once. */
  close(): Promise<void>;
}

/**
 * Starts a gateway: everything that can be wrong is found before the port is bound.
 * @throws StartError, or the token file's error, as one clear line
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const limits = { ...GATEWAY_LIMITS, ...options.limits };
  const { logger, host } = options;
  if (!LOOPBACK_HOSTS.includes(host)) throw new StartError('The gateway listens on 127.0.0.1 or ::1 only.');
  const services = await openServices(options, limits);
  const { forwarder, launch } = services;
  // Nothing can ask for the facts before `listen` has set them.
  let facts: GatewayFacts | undefined;
  const server = new GatewayServer({ limits, services, logger, facts: () => facts! });
  await listen(server, options);
  facts = describeGateway(host, (server.http.address() as AddressInfo).port, limits);
  const stopAll = async (): Promise<void> => {
    await stop(server, limits.stopGrace);
    forwarder.close();
    await launch?.close();
  };
  let stopping: Promise<void> | undefined;
  const close = (): Promise<void> => (stopping ??= stopAll());
  await launch?.open(facts.origin).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { origin: facts.origin, close };
}

/** Reads page and token, and makes what answers requests of them. */
async function openServices(options: GatewayOptions, limits: GatewayLimits) {
  const { node, logger, page: config } = options;
  const files = await loadWalletFiles(options.walletDirectory);
  const token = await openTokenSource(() => readTokenFile(options.tokenFile));
  const forwarder = new Forwarder({ node, token, limits, logger });
  const launch = options.launch && createLaunchDoor(options.launch, limits, logger);
  return { files, config, forwarder, launch };
}

function createLaunchDoor(announcer: LaunchAnnouncer, limits: GatewayLimits, logger: Logger): LaunchDoor {
  return new LaunchDoor({
    announcer,
    guesses: limits.launchGuesses,
    window: limits.launchWindow,
    now: () => performance.now(),
    logger,
  });
}

function describeGateway(name: LoopbackHost, port: number, { maxHeaders }: GatewayLimits): GatewayFacts {
  const host = name === '::1' ? `[::1]:${port}` : `${name}:${port}`;
  const cookie = createSessionCookie(port);
  return { host, alias: `localhost:${port}`, origin: `http://${host}`, cookie, maxHeaders };
}

async function listen({ http }: GatewayServer, { host, port }: GatewayOptions): Promise<void> {
  http.listen({ host, port, exclusive: true, ipv6Only: true });
  await once(http, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(describeListenError(error, host, port));
  });
}

function describeListenError({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken: choose another with --port.`;
  if (code === 'EACCES') return `Port ${port} of ${host} may not be bound: choose another with --port.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}: choose another with --host.`;
  return `The gateway cannot listen: ${message}`;
}

async function stop(server: GatewayServer, grace: number): Promise<void> {
  const closed = once(server.http, 'close');
  server.http.close();
  server.drain();
  const timer = setTimeout(() => server.connections.closeAll(), grace);
  await closed;
  clearTimeout(timer);
}
