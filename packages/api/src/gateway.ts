/** The gateway's own routes (GATEWAY.md). What it serves under `/v1/` are routes of the RPC, which it forwards. */
import * as z from 'zod/mini';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { defineRoutes } from './route.ts';

const configSchema = z.object({
  /** Network that the node must be on, such as `devnet`; null if any is accepted. */
  network: z.nullable(z.string()),
  /** Base address of the explorer website, http or https, without a slash at its end; null if there is none. */
  explorer_url: z.nullable(z.url({ protocol: /^https?$/ })),
  /** Whether this browser is let in after a restart of the gateway too; null if the gateway keeps none (it lets every browser in, or its port changes). */
  kept: z.nullable(z.boolean()),
  /** The development accounts of a devnet, if they are not the public ones. */
  development: z.optional(z.object({ mnemonic: z.string(), count: z.number() })),
});

/** The settings that the gateway sends to the wallet page. */
export type GatewayConfig = Readonly<z.output<typeof configSchema>>;

/** Header of each request for data: the page key, which proves that the page is the gateway's own. */
export const PAGE_KEY_HEADER = 'X-Cairn-Page-Key';

/** What is exchanged for a session: the launch secret, a page key, or nothing where the gateway lets every browser in. */
const sessionRequestSchema = z.union([
  z.strictObject({ secret: z.string() }),
  z.strictObject({ page_key: z.string() }),
  z.strictObject({}),
]);
export type SessionRequest = Readonly<z.output<typeof sessionRequestSchema>>;

const browsersSchema = z.object({
  browsers: z.array(
    z.object({
      id: z.string(),
      user_agent: z.string(),
      /** Unix seconds. */
      kept_at: z.number(),
      is_own: z.boolean(),
    }),
  ),
});

/** A browser that the gateway lets in after its restart too. */
export type KeptBrowser = Readonly<z.output<typeof browsersSchema>['browsers'][number]>;

export const gatewayRoutes = defineRoutes({
  getConfig: {
    tier: 'private',
    path: '/gateway/config',
    response: configSchema,
    summary: 'Get the settings of the wallet page',
  },
  getAccess: {
    tier: 'public',
    path: '/gateway/access',
    response: z.object({ open: z.boolean(), launch_secret: z.boolean() }),
    summary: 'Ask whether this page has a session, and whether opening one takes the launch secret',
  },
  openSession: {
    tier: 'public',
    method: 'POST',
    path: '/gateway/session',
    body: sessionRequestSchema,
    response: z.object({ page_key: z.string() }),
    errors: ['launch_refused'],
    summary:
      'Exchange the launch secret, which is accepted once, or a page key for the session’s cookie and a page key',
  },
  listBrowsers: {
    tier: 'private',
    path: '/gateway/browsers',
    response: browsersSchema,
    summary: 'List the browsers that are kept',
  },
  keepBrowser: {
    tier: 'private',
    method: 'POST',
    path: '/gateway/browsers/keep',
    body: z.strictObject({ keep: z.boolean() }),
    response: browsersSchema,
    summary: 'Keep this browser, or no longer',
  },
  revokeBrowser: {
    tier: 'private',
    method: 'POST',
    path: '/gateway/browsers/revoke',
    body: z.strictObject({ id: z.string() }),
    response: browsersSchema,
    summary: 'End the page key of a browser that is kept',
  },
});
export type GatewayClient = Client<typeof gatewayRoutes>;

/** A typed client of the gateway's own routes, for the page that it serves. Rejects with `ApiError` or `TransportError`. */
export function createGatewayClient(options: ClientOptions): GatewayClient {
  return createClient(gatewayRoutes, options);
}
