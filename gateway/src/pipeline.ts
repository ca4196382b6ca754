import type { IncomingMessage } from 'node:http';
import type { GatewayFacts, SessionCookie } from './gateway-facts.ts';
import type { LaunchDoor } from './launch/launch-door.ts';
import { buildReadCall, buildSubmitCall, type NodeCall } from './node-link/node-call.ts';
import { checkAllowlist, parseHistoryQuery } from './passes/allowlist.ts';
import {
  answerAsset,
  answerFromNode,
  answerJson,
  answerPage,
  answerRefusal,
  answerSession,
  type Answer,
} from './passes/answer.ts';
import { checkBody, parseLaunch, parseSubmission, readBody } from './passes/body.ts';
import { checkCookie } from './passes/cookie.ts';
import type { Forwarder } from './passes/forward.ts';
import { checkHost } from './passes/host.ts';
import { checkListener } from './passes/listener.ts';
import { checkMethod } from './passes/method.ts';
import { checkSameOrigin } from './passes/same-origin.ts';
import { checkTarget } from './passes/target.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';
import type { RequestFacts } from './request-facts.ts';
import type { RpcRoute } from './routes.ts';
import type { Stop } from './stop.ts';
import type { WalletFiles } from './wallet-files.ts';

/** One pass over what is known of a request: a refusal, or on to the next. */
export type Check = (request: RequestFacts, gateway: GatewayFacts) => Refusal | undefined;

/** The passes before anything of a request is acted on. Their order decides which refusal a request gets. */
export const CHECKS: readonly Check[] = [
  checkListener,
  checkTarget,
  checkHost,
  checkMethod,
  checkSameOrigin,
  checkCookie,
  checkAllowlist,
  checkBody,
];

/** What the page is told about where it runs. */
export interface PageConfig {
  /** Network that the node must be on; null accepts any. */
  readonly network: string | null;
  /** Explorer website for links, without a slash at its end; null where there is none. */
  readonly explorer_url: string | null;
}

/** What answers a request that passed. */
export interface Services {
  readonly files: WalletFiles;
  readonly config: PageConfig;
  readonly forwarder: Pick<Forwarder, 'forward'>;
  /** The way to a session; without it the page brings the cookie to whoever opens it. */
  readonly launch: Pick<LaunchDoor, 'enter'> | undefined;
}

/** The first refusal, if any. */
export function checkAll(request: RequestFacts, gateway: GatewayFacts): Refusal | undefined {
  for (const check of CHECKS) {
    const refusal = check(request, gateway);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/**
 * Answers a request that passed every check.
 * @param gone aborts when the client goes away
 * @returns `undefined` when the client did not send all of its body
 */
export async function fulfil(
  { route, query }: RequestFacts,
  message: IncomingMessage,
  gateway: GatewayFacts,
  services: Services,
  gone: Stop<'gone'>,
): Promise<Answer | undefined> {
  if (route?.kind === 'page') {
    return answerPage(services.files.page, services.launch === undefined ? gateway.cookie : undefined);
  }
  if (route?.kind === 'asset') return answerAsset(route.file);
  if (route?.kind === 'config') return answerJson(services.config);
  if (route?.kind === 'session') return beginSession(message, gateway.cookie, services.launch);
  const call = await buildCall(route!, query, message);
  if (call === undefined) return undefined;
  const outcome = isRefusal(call) ? call : await services.forwarder.forward(call, gone);
  return isRefusal(outcome) ? answerRefusal(outcome) : answerFromNode(outcome);
}

async function beginSession(
  message: IncomingMessage,
  cookie: SessionCookie,
  launch: Services['launch'],
): Promise<Answer | undefined> {
  if (launch === undefined) return answerRefusal(refuse('not_found'));
  const body = await readBody(message);
  if (body === undefined) return undefined;
  const refusal = await launch.enter(parseLaunch(body));
  return refusal === undefined ? answerSession(cookie) : answerRefusal(refusal);
}

async function buildCall(
  route: RpcRoute,
  query: string | undefined,
  message: IncomingMessage,
): Promise<NodeCall | Refusal | undefined> {
  if (route.id !== 'submitTransaction') {
    const parameters = query === undefined ? {} : parseHistoryQuery(query);
    return isRefusal(parameters) ? parameters : buildReadCall(route, parameters);
  }
  const body = await readBody(message);
  if (body === undefined) return undefined;
  const submission = parseSubmission(body);
  return isRefusal(submission) ? submission : buildSubmitCall(submission.raw);
}
