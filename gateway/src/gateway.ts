import { HttpServer, type RunningServer } from '@cairn/http';
import { readTokenFile } from '@cairn/token-file';
import type { Logger } from 'pino';
import { createGatewayApp, type PageConfig } from './app.ts';
import type { GatewayFacts } from './facts.ts';
import { LaunchDoor, type LaunchAnnouncer } from './launch/launch-door.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts';
import { answerSocket } from './passes/answer.ts';
import { createSessionCookie } from './passes/cookie.ts';
import { Forwarder, type NodeAddress } from './passes/forward.ts';
import { StartError } from './start-error.ts';
import { openTokenSource } from './token-source.ts';
import { listWalletFiles } from './wallet-page.ts';

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
  /** Tells the owner the address that opens the wallet; without it, opening the page is enough. */
  readonly launch: LaunchAnnouncer | undefined;
  readonly logger: Logger;
  /** Bounds that differ from the default ones. */
  readonly limits?: Partial<GatewayLimits>;
}

/** A gateway that listens. */
export interface Gateway {
  /** Its address and the only accepted origin, without a slash at the end. */
  readonly origin: string;
  /** Stops listening, lets requests in flight finish within `closeGrace`, closes every connection. */
  close(): Promise<void>;
}

/**
 * Starts a gateway. Page and token are checked before the port is bound.
 * @throws StartError, or the token file's error, as one clear line
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { logger, host, node, page, walletDirectory } = options;
  const limits = { ...GATEWAY_LIMITS, ...options.limits };
  if (!LOOPBACK_HOSTS.includes(host)) throw new StartError('The gateway listens on 127.0.0.1 or ::1 only.');
  const walletFiles = await listWalletFiles(walletDirectory);
  const token = await openTokenSource(() => readTokenFile(options.tokenFile));
  const forwarder = new Forwarder({ node, token, limits, logger });
  const launch = options.launch && createLaunchDoor(options.launch, limits, logger);
  let facts: GatewayFacts | undefined; // set before the first request: right after `listen`
  const gateway = (): GatewayFacts => facts!;
  const app = createGatewayApp({ walletDirectory, walletFiles, page, forwarder, launch, logger, gateway });
  const server = await listen(
    new HttpServer({ app, socketAnswer: answerSocket, limits, keepsRawTargets: true }),
    options,
  );
  facts = describeGateway(server, limits);
  const closeAll = async (): Promise<void> => {
    await server.close();
    forwarder.close();
    await launch?.close();
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll());
  await launch?.open(facts.origin).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { origin: facts.origin, close };
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

function describeGateway({ url: origin, port }: RunningServer, { maxHeaders }: GatewayLimits): GatewayFacts {
  const { host } = new URL(origin);
  return { host, alias: `localhost:${port}`, origin, cookie: createSessionCookie(port), maxHeaders };
}

async function listen(server: HttpServer, { host, port }: GatewayOptions): Promise<RunningServer> {
  return server.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(describeListenError(error, host, port));
  });
}

function describeListenError({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken: choose another with --port.`;
  if (code === 'EACCES') return `Port ${port} of ${host} may not be bound: choose another with --port.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}: choose another with --host.`;
  return `The gateway cannot listen: ${message}`;
}
