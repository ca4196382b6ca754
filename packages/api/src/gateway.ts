/** The gateway's own routes (GATEWAY.md). What it serves under `/v1/` are routes of the RPC, which it forwards. */
import * as z from 'zod/mini';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { defineRoutes } from './route.ts';

const configSchema = z.object({
  /** Network that the node must be on, such as `devnet`; null if any is accepted. */
  network: z.nullable(z.string()),
  /** Base address of the explorer website, http or https, without a slash at its end; null if there is none. */
  explorer_url: z.nullable(z.url({ protocol: /^https?$/ })),
});

/** The settings that the gateway sends to the wallet page. */
export type GatewayConfig = Readonly<z.output<typeof configSchema>>;

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
    response: z.object({ open: z.boolean() }),
    summary: 'Ask whether this browser has a session',
  },
  openSession: {
    tier: 'public',
    method: 'POST',
    path: '/gateway/session',
    body: z.strictObject({ secret: z.string() }),
    response: z.object({ open: z.literal(true) }),
    errors: ['launch_refused'],
    summary: 'Exchange the launch secret, which is accepted once, for the session’s cookie',
  },
});
export type GatewayClient = Client<typeof gatewayRoutes>;

/** A typed client of the gateway's own routes, for the page that it serves. Rejects with `ApiError` or `TransportError`. */
export function createGatewayClient(options: ClientOptions): GatewayClient {
  return createClient(gatewayRoutes, options);
}
