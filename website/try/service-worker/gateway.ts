/** What the wallet asks its gateway for. In a tab there is none, and nobody to keep out. */
import type { GatewayClient, GatewayConfig } from '@cairn/api/gateway';

const CONFIG: GatewayConfig = { network: 'devnet', explorer_url: location.origin, kept: null };
const ACCESS: Awaited<ReturnType<GatewayClient['getAccess']>> = { open: true, launch_secret: false };
const NO_BROWSERS: Awaited<ReturnType<GatewayClient['listBrowsers']>> = { browsers: [] };

const RESPONSES: Readonly<Record<string, object>> = {
  '/gateway/access': ACCESS,
  '/gateway/config': CONFIG,
  '/gateway/session': { page_key: 'tab' },
  '/gateway/browsers': NO_BROWSERS,
};

/** @param path of a route of `@cairn/api/gateway` */
export function gatewayResponse(path: string): Response {
  const body = RESPONSES[path];
  return Response.json(body ?? { error: 'not_found', message: 'There is no such route.' }, {
    status: body === undefined ? 404 : 200,
  });
}
