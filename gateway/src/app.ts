import type { RequestListener } from 'node:http';
import { createApp, sendAnswer } from '@cairn/http';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { readFacts, type GatewayFacts, type RequestFacts } from './facts.ts';
import type { LaunchExchange } from './launch/launch-exchange.ts';
import { checkAllowlist, parseHistoryQuery } from './passes/allowlist.ts';
import { sendNodeAnswer, sendRefusal } from './passes/answer.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { checkBody, parseLaunch, parseSubmission, readBody } from './passes/body.ts';
import { checkCookie } from './passes/cookie.ts';
import { buildReadCall, buildSubmitCall, type Forwarder, type NodeCall } from './passes/forward.ts';
import { checkHost } from './passes/host.ts';
import { checkListener } from './passes/listener.ts';
import { checkMethod } from './passes/method.ts';
import { checkSameOrigin } from './passes/same-origin.ts';
import { checkTarget } from './passes/target.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';
import { CONFIG_PATH, createRouteFinder, nameOf, SESSION_PATH } from './routes.ts';
import { serveWalletPage } from './wallet-page.ts';

/** Checks a request; returns a refusal, or `undefined` to continue. */
export type Check = (request: RequestFacts, gateway: GatewayFacts) => Refusal | undefined;

/** Passes 1 to 8, in this order, before a request has any effect. The first refusal is the answer. */
const CHECKS: readonly Check[] = [
  checkListener,
  checkTarget,
  checkHost,
  checkMethod,
  checkSameOrigin,
  checkCookie,
  checkAllowlist,
  checkBody,
];

/** The settings that the gateway sends to the page. */
export interface PageConfig {
  /** Network that the node must be on; null if any is accepted. */
  readonly network: string | null;
  /** Base address of the explorer website, without a slash at its end; null if there is none. */
  readonly explorer_url: string | null;
}

export interface AppOptions {
  /** Folder of the built wallet page; `walletFiles` are the paths of the files in it. */
  readonly walletDirectory: string;
  readonly walletFiles: ReadonlySet<string>;
  readonly page: PageConfig;
  readonly forwarder: Forwarder;
  /** Exchanges the launch secret for a session; if absent, loading the page sets the session cookie. */
  readonly launch: LaunchExchange | undefined;
  readonly logger: Logger;
  /** Returns the gateway's own values. Call it only while handling a request: they are known once the server listens. */
  readonly gateway: () => GatewayFacts;
}

/** The facts of the request that belongs to this response. */
function factsOf(response: Response): RequestFacts {
  return response.locals['facts'] as RequestFacts;
}

/** Creates the app: the passes as Express middlewares, then the handlers of the routes. */
export function createGatewayApp(options: AppOptions): RequestListener {
  const { walletDirectory, walletFiles, page, forwarder, launch, logger, gateway } = options;
  const findRoute = createRouteFinder(walletFiles);

  const attachFacts: RequestHandler = (request, response, next) => {
    response.locals['facts'] = readFacts(request, findRoute);
    next();
  };
  const toMiddleware =
    (check: Check): RequestHandler =>
    (_request, response, next) => {
      const facts = factsOf(response);
      const refusal = check(facts, gateway());
      if (refusal === undefined) return next();
      const { status, error: code } = refusal;
      logger.debug({ status, code, route: nameOf(facts.route) }, 'refused');
      sendRefusal(response, refusal);
    };
  const sendConfig: RequestHandler = (_request, response) =>
    sendAnswer(response, { status: 200, body: page });

  const beginSession: RequestHandler = async (request, response) => {
    if (launch === undefined) return sendRefusal(response, refuse('not_found'));
    const body = await readBody(request);
    if (body === undefined) return;
    const refusal = await launch.exchange(parseLaunch(body));
    if (refusal !== undefined) return sendRefusal(response, refusal);
    const headers = { 'Set-Cookie': gateway().cookie.setCookie };
    sendAnswer(response, { status: 200, body: { open: true }, headers });
  };
  const forward: RequestHandler = async (request, response, next) => {
    if (factsOf(response).route?.kind !== 'rpc') return next();
    const call = await buildCall(request, factsOf(response));
    if (call === undefined) return;
    const outcome = isRefusal(call) ? call : await forwarder.forward(call, response);
    if (isRefusal(outcome)) sendRefusal(response, outcome);
    else sendNodeAnswer(response, outcome);
  };
  const pageCookie = (): string | undefined =>
    launch === undefined ? gateway().cookie.setCookie : undefined;
  const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    logger.error({ err: error, route: nameOf(factsOf(response).route) }, 'a request failed');
    if (response.headersSent) response.destroy();
    else sendRefusal(response, refuse('internal_error'));
  };

  const app = createApp();
  app.use(setSecurityHeaders, attachFacts, ...CHECKS.map(toMiddleware));
  app.get(CONFIG_PATH, sendConfig);
  app.post(SESSION_PATH, beginSession);
  app.use(forward, serveWalletPage(walletDirectory, pageCookie), onError);
  // For a target without a path, such as `?x`, Express skips all middlewares and calls this function.
  const refusePathless = (request: Request, response: Response): void =>
    setSecurityHeaders(request, response, () => sendRefusal(response, refuse('invalid_target')));
  return (request, response) => {
    app(request as Request, response as Response, () =>
      refusePathless(request as Request, response as Response),
    );
  };
}

/** Builds the request to the node. @returns `undefined` if the client did not send the whole body */
async function buildCall(
  request: Request,
  { route, query }: RequestFacts,
): Promise<NodeCall | Refusal | undefined> {
  if (route?.kind !== 'rpc') return refuse('not_found');
  if (route.id !== 'submitTransaction') {
    const parameters = query === undefined ? {} : parseHistoryQuery(query);
    return isRefusal(parameters) ? parameters : buildReadCall(route, parameters);
  }
  const body = await readBody(request);
  if (body === undefined) return undefined;
  const submission = parseSubmission(body);
  return isRefusal(submission) ? submission : buildSubmitCall(submission.raw);
}
