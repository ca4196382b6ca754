import type { RequestListener, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { HttpError } from '@cairn/api';
import { gatewayRoutes, type GatewayConfig, type SessionRequest } from '@cairn/api/gateway';
import { rpcRoutes } from '@cairn/api/rpc';
import { createApp, sendResponse, type JsonResponse, type RequestFault } from '@cairn/http';
import { stringifySetCookie } from 'cookie';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { checkRequest, MAX_BODY_BYTES, readSent, sentOf, type Site } from './checks.ts';
import { gatewayError, type ErrorCode } from './errors.ts';
import type { PageKey } from './page-keys.ts';
import type { Forward } from './proxy.ts';

export interface AppOptions {
  /** Folder of the built wallet page. */
  readonly walletDir: string;
  readonly page: Omit<GatewayConfig, 'kept'>;
  /** Pass 9: forwards a request that the checks have admitted, and responds to it. */
  readonly forward: Forward;
  readonly site: Site;
  readonly logger: Logger;
}

/** Creates the gateway's app: the passes of docs/spec/GATEWAY.md in their order. */
export function createGatewayApp(options: AppOptions): RequestListener {
  const { walletDir, page, forward, site, logger } = options;
  const { session } = site;
  const setCookie = (response: ServerResponse): void =>
    void response.setHeader('Set-Cookie', stringifySetCookie(session.cookie));

  const app = createApp();
  app.use(helmet(SECURITY_HEADERS), (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    checkRequest(readSent(request, response), site);
    next();
  });

  const send = (response: ServerResponse, body: object): void =>
    sendResponse(response, { status: 200, body });
  const { getConfig, getAccess, openSession, listBrowsers, keepBrowser, revokeBrowser } = gatewayRoutes;
  const needsSecret = session.launch !== undefined;
  // Who was let in without a secret must not stay when one is needed: there, none is kept.
  const keepsBrowsers = needsSecret && session.keys.canKeep;
  app.get(getAccess.path, (_request, response) =>
    send(response, { open: session.admits(sentOf(response).headers), launch_secret: needsSecret }),
  );
  app.post(openSession.path, readBody(openSession.body, 'launch_refused'), ({ body }, response) => {
    const pageKey = session.exchange(body as SessionRequest, sentOf(response).headers);
    if (pageKey === undefined) throw gatewayError('launch_refused');
    setCookie(response);
    send(response, { page_key: pageKey });
  });
  /** The browser of a request that has passed the checks. */
  const browserOf = (response: Response): PageKey => {
    const browser = session.browserOf(sentOf(response).headers);
    if (browser === undefined) throw gatewayError('session_expired'); // revoked while the body was read
    return browser;
  };
  app.get(getConfig.path, (_request, response) =>
    send(response, { ...page, kept: keepsBrowsers ? browserOf(response).kept_at !== null : null }),
  );
  if (keepsBrowsers) {
    const sendBrowsers = (response: Response, { id: own }: PageKey): void =>
      send(response, { browsers: session.keys.kept.map((kept) => ({ ...kept, is_own: kept.id === own })) });
    app.get(listBrowsers.path, (_request, response) => sendBrowsers(response, browserOf(response)));
    app.post(keepBrowser.path, readBody(keepBrowser.body, 'invalid_body'), ({ body }, response) => {
      const own = browserOf(response);
      session.keys.keep(own, (body as { keep: boolean }).keep);
      sendBrowsers(response, own);
    });
    app.post(revokeBrowser.path, readBody(revokeBrowser.body, 'invalid_body'), ({ body }, response) => {
      const own = browserOf(response);
      session.keys.revoke((body as { id: string }).id);
      sendBrowsers(response, own);
    });
  }
  app.get(/^\/v1\//, (request, response) => forward(request, response));
  app.post(
    rpcRoutes.submitTransaction.path,
    readBody(SUBMISSION, 'invalid_transaction_encoding'),
    (request, response) => forward(request, response, request.body),
  );
  app.use(
    express.static(walletDir, {
      redirect: false,
      setHeaders(response, file) {
        const isPage = file === join(walletDir, 'index.html');
        const isHashed = file.startsWith(join(walletDir, 'assets', sep));
        const caching = isHashed ? 'public, max-age=31536000, immutable' : isPage ? 'no-store' : 'no-cache';
        response.setHeader('Cache-Control', caching);
        if (isPage && !needsSecret) setCookie(response);
      },
    }),
  );
  app.use(() => {
    throw gatewayError('not_found');
  });
  app.use(((error: unknown, _request, response: Response, _next) => {
    const route = sentOf(response).route?.id;
    const isRefusal = error instanceof HttpError;
    if (isRefusal) logger.debug({ code: error.code, route }, 'refused');
    else logger.error({ err: error, route }, 'a request failed');
    if (response.headersSent) response.destroy();
    else sendResponse(response, isRefusal ? error : gatewayError('internal_error'));
  }) satisfies ErrorRequestHandler);

  // For a target without a path, Express calls this instead of any middleware.
  return (request, response) =>
    app(request as Request, response as Response, () =>
      sendResponse(response, bareResponse('invalid_target')),
    );
}

/** Unlike the node, the gateway also checks the length of a transaction (pass 8). */
const SUBMISSION = z.strictObject({ raw: z.string().check(z.regex(/^[0-9A-Fa-f]{426}$/)) });

const parseJson = express.json({ limit: MAX_BODY_BYTES, strict: false, type: () => true });

/** Reads the body of a POST that the passes have admitted. @param refusal the error for another body than the schema's */
function readBody(schema: z.ZodMiniType, refusal: ErrorCode): RequestHandler {
  return (request, response, next) =>
    parseJson(request, response, (error) => {
      const { success, data } = schema.safeParse(request.body);
      if (error !== undefined || !success) return next(gatewayError(refusal));
      request.body = data;
      next();
    });
}

/**
 * The headers of pass 10. The page's policy forbids inline code, other origins, framing, and scripts made from strings (the page
 * needs no Trusted Types policy, so none is allowed); helmet's defaults would add `upgrade-insecure-requests`.
 */
const SECURITY_HEADERS: Parameters<typeof helmet>[0] = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: true,
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false, // the gateway serves plain http
};

/** The page scans codes with the camera, if the user agrees. */
const PERMISSIONS_POLICY = 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()';

/** The response to what never becomes a request. */
export function faultResponse(fault: RequestFault): JsonResponse {
  if (fault === 'connect') return bareResponse('upgrade_refused');
  return bareResponse(fault === 'invalid_host' ? 'misdirected_request' : fault);
}

/** A response that no middleware sees, with the headers that matter for a JSON error. */
function bareResponse(code: ErrorCode): JsonResponse {
  const { status, body, headers } = gatewayError(code);
  const ownHeaders = {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status, body, headers: { ...ownHeaders, ...headers } };
}
