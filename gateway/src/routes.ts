/** Names of the RPC routes that the gateway forwards, as the RPC's definitions name them. */
export type RpcRouteId = 'status' | 'getAccount' | 'listAccountTransactions' | 'submitTransaction';

/** An allowlisted RPC route. */
export interface RpcRoute {
  readonly kind: 'rpc';
  readonly id: RpcRouteId;
  readonly methods: readonly string[];
  /** The address in the path, if the route has one: only letters and digits. */
  readonly address: string | undefined;
}

/** What a path serves: the page, one of its files, its settings, its session, or an RPC route. */
export type Route =
  { readonly kind: 'page' | 'asset' | 'config' | 'session'; readonly methods: readonly string[] } | RpcRoute;

interface RpcRule {
  readonly id: RpcRouteId;
  readonly method: string;
  /** Anchored at both ends. The node checks the address; here it only has to be one plain path segment. */
  readonly pattern: RegExp;
}

/** The four RPC routes that the gateway forwards (interface document, section 5.2.6). Other RPC paths get 404. */
export const RPC_RULES: readonly RpcRule[] = [
  { id: 'status', method: 'GET', pattern: /^\/v1\/status$/ },
  { id: 'getAccount', method: 'GET', pattern: /^\/v1\/accounts\/(?<address>[0-9A-Za-z]{1,64})$/ },
  {
    id: 'listAccountTransactions',
    method: 'GET',
    pattern: /^\/v1\/accounts\/(?<address>[0-9A-Za-z]{1,64})\/transactions$/,
  },
  { id: 'submitTransaction', method: 'POST', pattern: /^\/v1\/transactions$/ },
];

/** Path at which the page reads its settings. */
export const CONFIG_PATH = '/gateway/config';

/** Path at which the page exchanges the launch secret for the session cookie. */
export const SESSION_PATH = '/gateway/session';

const GET_ONLY = ['GET'] as const;
const POST_ONLY = ['POST'] as const;

/**
 * Creates the function that finds the route of a path. Matches are exact; the path is not decoded or normalized.
 * @param files paths of the wallet page's files
 */
export function createRouteFinder(files: ReadonlySet<string>): (path: string) => Route | undefined {
  return (path) => {
    if (path === '/') return { kind: 'page', methods: GET_ONLY };
    if (path === CONFIG_PATH) return { kind: 'config', methods: GET_ONLY };
    if (path === SESSION_PATH) return { kind: 'session', methods: POST_ONLY };
    return files.has(path) ? { kind: 'asset', methods: GET_ONLY } : findRpcRoute(path);
  };
}

function findRpcRoute(path: string): RpcRoute | undefined {
  for (const { id, method, pattern } of RPC_RULES) {
    const match = pattern.exec(path);
    if (match !== null) return { kind: 'rpc', id, methods: [method], address: match.groups?.['address'] };
  }
  return undefined;
}

/** Name of a route for the log. The log must not contain the path, which may have an address, or the query. */
export function nameOf(route: Route | undefined): string {
  if (route === undefined) return 'none';
  return route.kind === 'rpc' ? route.id : route.kind;
}
