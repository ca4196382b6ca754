import type { ServerResponse } from 'node:http';
import {
  EXPLORER_LIMITS,
  explorerAdditions,
  explorerError,
  type ReorganizedEvent,
} from '@cairn/api/explorer';
import { bindRoute } from '@cairn/http';
import type { Network } from '@cairn/protocol';
import type { Express } from 'express';
import type { IndexStatus, TipChange } from '@cairn/chain';
import type { ExplorerContext } from '../context.ts';
import { explorerChecks, heightOf, serializeBlock, serializeIndex } from '@cairn/chain/explorer';
import { eventFrame, EventStream, KEEP_ALIVE_FRAME, openingFrame } from './event-stream.ts';
import { eventId, findMissedEvents, readResumePoint, type ResumePoint } from './resume-point.ts';

/** Limits on event streams. */
export interface EventLimits {
  readonly streams: number;
  readonly keepAliveMs: number;
  /** How often the state of the index is looked at while there are streams. */
  readonly indexCheckMs: number;
}

export const EVENT_LIMITS: EventLimits = {
  streams: EXPLORER_LIMITS.eventStreams,
  keepAliveMs: EXPLORER_LIMITS.eventKeepAliveSeconds * 1_000,
  indexCheckMs: 1_000,
};

/** All open event streams of `/api/v1/events`, and the events sent to them. */
export class EventHub {
  readonly #context: ExplorerContext;
  readonly #limits: EventLimits;
  readonly #streams = new Set<EventStream>();
  readonly #unsubscribe: () => void;
  #timers: NodeJS.Timeout[] = [];
  #indexState: IndexStatus['state'] = 'disabled';
  #isClosed = false;

  constructor(context: ExplorerContext, limits: EventLimits = EVENT_LIMITS) {
    this.#context = context;
    this.#limits = limits;
    this.#unsubscribe = context.chain.subscribe((change) => this.#sendChange(change));
  }

  /**
   * The first bytes of a stream: the events that the client missed (`findMissedEvents`).
   * @param last the client's last tip; `undefined` for a new client
   * @throws HttpError 503 `too_many_streams`
   */
  opening(last: ResumePoint | undefined): Buffer {
    if (this.#isClosed || this.#streams.size >= this.#limits.streams) throw explorerError('too_many_streams');
    const { chain } = this.#context;
    const { tip } = chain.view;
    if (tip === undefined) return openingFrame(undefined);
    const { reorganization, tips } = findMissedEvents(last, chain, tip.height);
    const opening = openingFrame(tips.length === 0 ? eventId(tip) : undefined);
    const reorganized = reorganization === undefined ? [] : [this.#reorganizedFrame(reorganization)];
    return Buffer.concat([opening, ...reorganized, ...tips.map((height) => this.#tipFrame(height))]);
  }

  /**
   * Adds a stream. Call in the same turn of the event loop as `opening`, so that no event is missed.
   * @param response a response whose status and HTTP headers have been sent
   */
  add(response: ServerResponse, opening: Buffer): void {
    const stream = new EventStream(response, (closed) => this.#remove(closed));
    if (response.destroyed) return; // the client has disconnected
    if (this.#streams.size === 0) this.#startTimers();
    this.#streams.add(stream);
    stream.send(opening);
  }

  /** Ends every stream, and refuses new ones. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#stopTimers();
    for (const stream of this.#streams) stream.end();
  }

  #remove(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#stopTimers();
  }

  #startTimers(): void {
    this.#indexState = this.#context.indexStatus().state;
    this.#timers = [
      setInterval(() => this.#send(KEEP_ALIVE_FRAME), this.#limits.keepAliveMs),
      setInterval(() => this.#sendIndexChange(), this.#limits.indexCheckMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  /** Sends every new block, or the new tip after a reorganization. */
  #sendChange(change: TipChange): void {
    if (this.#streams.size === 0) return;
    const { newTip, commonHeight, disconnected } = change;
    const isReorganized = disconnected.length > 0;
    const first = isReorganized ? newTip.height : commonHeight + 1;
    const frames = isReorganized ? [this.#reorganizedFrame(change)] : [];
    const oldest = Math.max(first, newTip.height - EXPLORER_LIMITS.eventReplay + 1);
    for (let height = oldest; height <= newTip.height; height += 1) frames.push(this.#tipFrame(height));
    this.#send(Buffer.concat(frames));
    this.#sendIndexChange();
  }

  /** @throws Error if there is no block at this height */
  #tipFrame(height: number): Buffer {
    const { chain, network } = this.#context;
    const { view } = chain;
    const block = view.block(height);
    if (block === undefined) throw new Error(`no summary of the canonical block at height ${height}`);
    const data = { network: network.name, ...serializeBlock(block, heightOf(view.tip)) };
    return eventFrame('tip', data, eventId(block));
  }

  #reorganizedFrame({ oldTip, newTip, commonHeight, disconnected, connected }: TipChange): Buffer {
    const data: ReorganizedEvent = {
      network: this.#context.network.name,
      old_tip: oldTip!.id,
      new_tip: newTip.id,
      common_height: commonHeight,
      disconnected_count: disconnected.length,
      connected_count: connected.length,
      disconnected: disconnected.slice(0, EXPLORER_LIMITS.reorganizedIds),
      connected: connected.toReversed().slice(0, EXPLORER_LIMITS.reorganizedIds),
    };
    return eventFrame('reorganized', data);
  }

  #sendIndexChange(): void {
    if (this.#streams.size === 0) return;
    const status = this.#context.indexStatus();
    if (status.state === this.#indexState) return;
    this.#indexState = status.state;
    this.#send(eventFrame('index', serializeIndex(status)));
  }

  #send(frames: Buffer): void {
    for (const stream of this.#streams) stream.send(frames);
  }
}

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // A reverse proxy that buffered the stream would never deliver it.
  'X-Accel-Buffering': 'no',
  // The connection cannot be reused after a stream.
  Connection: 'close',
};

/** `/api/v1/events`: a stream without entity tag or compression, open until the client disconnects or the server closes. */
export function bindEvents(app: Express, hub: EventHub, network: Network): void {
  const { events } = explorerAdditions;
  bindRoute(app, explorerChecks(network), events, ({ last_event_id: height }, request, response) => {
    const last = readResumePoint(request.headers['last-event-id'], height);
    const opening = hub.opening(last); // throws 503 `too_many_streams` above the limit, before the head is sent
    response.writeHead(200, HEADERS);
    hub.add(response, opening);
  });
}
