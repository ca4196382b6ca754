/** The three interfaces of a chain, without servers. */
import { explorerAdditions } from '@cairn/api/contract';
import type { DevnetControl } from '../devnet/devnet-control.ts';
import { bindDevnet, DEVNET_CHECKS } from '../devnet/devnet-routes.ts';
import { AnswerState, respond } from '../explorer/answers.ts';
import type { ExplorerContext } from '../explorer/context.ts';
import { eventBody } from '../explorer/events/event-body.ts';
import { EVENT_HEADERS, type EventHub } from '../explorer/events/event-hub.ts';
import { readResumePoint } from '../explorer/events/resume-point.ts';
import { RESOURCES } from '../explorer/resources.ts';
import { createRouter, explorerChecks } from '../explorer/router.ts';
import { type ChainResponse, Dispatcher } from '../fetch/dispatcher.ts';
import type { RpcContext } from '../rpc/context.ts';
import { bindRpc, rpcChecks } from '../rpc/routes.ts';
import type { Log } from '../runtime.ts';

/** @param contract the serialized OpenAPI document */
export function explorerInterface(
  context: ExplorerContext,
  hub: EventHub,
  contract: string,
  logger: Log,
): Dispatcher {
  const dispatcher = new Dispatcher(explorerChecks(context.network), logger);
  const state = new AnswerState(context, contract);
  const router = createRouter(
    (route, handle) =>
      dispatcher.bind(route, async (call, { target, headers, signal }) => {
        let response: ChainResponse | undefined;
        await handle(call, { target, signal }, async (head, make) => {
          response = await respond(state, head, make, headers['if-none-match']);
        });
        return response!;
      }),
    context,
    state,
  );
  for (const bindResource of RESOURCES) bindResource(router, context);
  dispatcher.bind(explorerAdditions.events, async ({ last_event_id: height }, { headers, signal }) => {
    const body = eventBody(hub, readResumePoint(headers['last-event-id'], height), signal);
    return { status: 200, headers: EVENT_HEADERS, body };
  });
  return dispatcher;
}

export function rpcInterface(context: RpcContext): Dispatcher {
  const dispatcher = new Dispatcher(rpcChecks(context.chain.network), context.logger);
  bindRpc(dispatcher.bindJson, context);
  return dispatcher;
}

export function devnetInterface(control: DevnetControl, logger: Log): Dispatcher {
  const dispatcher = new Dispatcher(DEVNET_CHECKS, logger);
  bindDevnet(dispatcher.bindJson, control);
  return dispatcher;
}
