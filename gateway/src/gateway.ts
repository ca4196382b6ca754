import { HttpServer, type RunningServer } from '@cairn/http';
import { readTokenFile } from '@cairn/token-file';
import type { Logger } from 'pino';
import { createGatewayApp, type PageConfig } from './app.ts';
import type { GatewayFacts } from './facts.ts';
import { LaunchExchange, type LaunchAnnouncer } from './launch/launch-exchange.ts';
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
  /** Announces the address that opens the wallet; if absent, every browser that opens the page gets a session. */
  readonly launch: LaunchAnnouncer | undefined;
  readonly logger: Logger;
  /** Overrides of the default limits. */
  readonly limits?: Partial<GatewayLimits>;
}

/** A running gateway. */
export interface Gateway {
  /** The gateway's origin, without a trailing slash; requests from any other origin are refused. */
  readonly origin: string;
  /** Stops listening, waits up to `closeGrace` for requests in flight, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Starts a gateway. Checks the wallet page and the token before it binds the port.
 * @throws StartError or TokenFileError, each with a message of one line for the terminal; the error of
 * `launch.announce`
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { logger, host, node, page, walletDirectory } = options;
  const limits = { ...GATEWAY_LIMITS, ...options.limits };
  if (!LOOPBACK_HOSTS.includes(host)) throw new StartError('The gateway listens on 127.0.0.1 or ::1 only.');
  const walletFiles = await listWalletFiles(walletDirectory);
  const token = await openTokenSource(() => readTokenFile(options.tokenFile));
  const forwarder = new Forwarder({ node, token, limits, logger });
  const launch = options.launch && createLaunchExchange(options.launch, limits, logger);
  let facts: GatewayFacts | undefined; // set right after `listen`, before the first request
  const gateway = (): GatewayFacts => facts!;
  const app = createGatewayApp({ walletDirectory, walletFiles, page, forwarder, launch, logger, gateway });
  const server = await listen(
    new HttpServer({ app, protocolError: answerSocket, limits, isRaw: true }),
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

function createLaunchExchange(
  announcer: LaunchAnnouncer,
  limits: GatewayLimits,
  logger: Logger,
): LaunchExchange {
  return new LaunchExchange({
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
  if (code === 'EACCES') return `No permission to use port ${port} of ${host}: choose another with --port.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}: choose another with --host.`;
  return `The gateway cannot listen: ${message}`;
}
