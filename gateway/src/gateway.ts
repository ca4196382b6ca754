import { access, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { type DevnetAccounts, devnetAccountsSchema } from '@cairn/api/contract';
import { HTTP_LIMITS, HttpServer, type RunningServer } from '@cairn/http';
import type { Logger } from 'pino';
import { createGatewayApp, faultResponse } from './app.ts';
import { StartError } from './errors.ts';
import { Launch } from './launch.ts';
import { PageKeys } from './page-keys.ts';
import { createNodeProxy } from './proxy.ts';
import { Session } from './session.ts';
import { LOOPBACK_HOSTS, type GatewaySettings } from './settings.ts';

/** Limits of the server and of requests to the node. Times are milliseconds, sizes bytes. */
const LIMITS = {
  ...HTTP_LIMITS,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  maxInFlight: 1,
  /** Longer than `forwardTimeout`, so that a submission in flight still gets the node's response. */
  closeGrace: 12_000,
  /** For the whole exchange with the node that a request causes. */
  forwardTimeout: 10_000,
  /** The body of the node's response. */
  maxResponseBytes: 1_048_576,
};

export interface GatewayOptions extends Omit<GatewaySettings, 'logFormat' | 'logLevel'> {
  readonly logger: Logger;
  /** Prints the launch address on the owner's terminal. */
  readonly showLaunch?: ((lines: string) => void) | undefined;
  /** Overrides of the default limits. */
  readonly limits?: Partial<typeof LIMITS>;
}

/** A running gateway. */
export interface Gateway {
  /** The gateway's origin, without a trailing slash; requests from any other origin are rejected. */
  readonly origin: string;
  /** Stops listening, waits up to `closeGrace` for requests in flight, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Starts a gateway. Checks the wallet page, the token and the accounts before it binds the port.
 * @throws StartError or TokenFileError, each with a message of one line for the terminal
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { host, walletDir, tokenFile, logger } = options;
  const limits = { ...LIMITS, ...options.limits };
  if (!LOOPBACK_HOSTS.includes(host)) throw new StartError('The gateway listens on 127.0.0.1 or ::1 only.');
  await requireBuiltPage(walletDir);
  const { forwardTimeout: timeout, maxResponseBytes } = limits;
  const target = options.nodeRpc;
  const forward = await createNodeProxy({ target, tokenFile, timeout, maxResponseBytes, logger });
  const keys = await PageKeys.open(keptBrowsersFile(options));
  const page = {
    network: options.network ?? null,
    explorer_url: options.explorerUrl ?? null,
    ...(options.developmentAccounts && { development: await readAccounts(options.developmentAccounts) }),
  };

  let app: RequestListener; // made in the turn in which the port is known, before the first request
  const handle: RequestListener = (request, response) => app(request, response);
  const server = await listen(
    new HttpServer({ app: handle, onFault: faultResponse, limits, checksItself: true }),
    options,
  );
  const { port } = server;
  const { origin, host: authority } = new URL(server.url); // as browsers write them: without the standard port
  const launchFile = options.launchFile ?? join(dirname(tokenFile), `wallet-${port}.html`);
  const launch = options.launchSecret
    ? new Launch({ origin, file: launchFile, show: options.showLaunch, logger })
    : undefined;
  const alias = new URL(`http://localhost:${port}`).host;
  const site = { host: authority, alias, origin, session: new Session(port, keys, launch) };
  app = createGatewayApp({ walletDir, page, site, forward, logger });

  const close = async (): Promise<void> => {
    await server.close();
    launch?.close();
  };
  try {
    launch?.open();
    return { origin, close };
  } catch (error) {
    await server.close(); // whatever is in place of the launch file stays
    throw error;
  }
}

/**
 * The file of the browsers that are kept, for each origin its own: a page's key is bound to it. `undefined` on any free port, where
 * the origin is another each time.
 */
function keptBrowsersFile({ host, port, launchFile, tokenFile }: GatewayOptions): string | undefined {
  if (port === 0) return undefined;
  const beside = launchFile?.replace(/\.html$/, '') ?? join(dirname(tokenFile), `wallet-${port}`);
  return `${beside}${host === '127.0.0.1' ? '' : `-${host}`}.browsers.json`;
}

async function readAccounts(file: string): Promise<Pick<DevnetAccounts, 'mnemonic' | 'count'>> {
  try {
    const { mnemonic, count } = devnetAccountsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    return { mnemonic, count };
  } catch (cause) {
    throw new StartError(`There are no development accounts in ${file}.`, cause);
  }
}

async function requireBuiltPage(directory: string): Promise<void> {
  await access(join(directory, 'index.html')).catch((cause: unknown) => {
    throw new StartError(
      `There is no wallet page in ${directory}: build it with "npm run build -w gateway", or name its folder with --wallet-dir.`,
      cause,
    );
  });
}

async function listen(server: HttpServer, { host, port }: GatewayOptions): Promise<RunningServer> {
  return server.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    const { code, message } = cause;
    const problem = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code ?? message})`;
    throw new StartError(`Port ${port} of ${host} ${problem}: choose another with --port or --host.`, cause);
  });
}
