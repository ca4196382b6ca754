/** The event streams of `/api/v1/events`, whatever carries them. */
import { EXPLORER_LIMITS, explorerError, type ReorganizedEvent, serializeBlock } from '@cairn/api/contract';
import { concatBytes } from '@cairn/protocol';
import type { TipChange } from '../../chain/chain-types.ts';
import type { IndexStatus } from '../../chain/node-state.ts';
import type { Runtime } from '../../runtime.ts';
import type { ExplorerContext } from '../context.ts';
import { heightOf, serializeIndex } from '../serializers.ts';
import { eventFrame, KEEP_ALIVE_FRAME, openingFrame } from './event-frames.ts';
import { eventId, findMissedEvents, type ResumePoint } from './resume-point.ts';

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

/** Headers of every stream; it has no entity tag, and is not compressed. */
export const EVENT_HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };

/** A client that has left more bytes than this unread when there is an event for it is disconnected. */
export const MAX_UNSENT = 64 * 1024;

/** One client's open stream: a socket, or what `fetch` returns. */
export interface EventSink {
  /** Sends frames, unless the client has left `MAX_UNSENT` unread: it is then disconnected, and its browser reconnects. */
  send(frames: Uint8Array): void;
  end(): void;
}

/** All open event streams, and the events sent to them. */
export class EventHub {
  readonly #context: ExplorerContext;
  readonly #sleep: Runtime['sleep'];
  readonly #limits: EventLimits;
  readonly #streams = new Set<EventSink>();
  readonly #unsubscribe: () => void;
  /** Ends the timers, which run while there are streams. */
  #timers = new AbortController();
  #indexState: IndexStatus['state'] = 'disabled';
  #isClosed = false;

  constructor(context: ExplorerContext, sleep: Runtime['sleep'], limits: EventLimits = EVENT_LIMITS) {
    this.#context = context;
    this.#sleep = sleep;
    this.#limits = limits;
    this.#unsubscribe = context.chain.subscribe((change) => this.#sendChange(change));
    context.weather?.onBreak(() => this.#endAll());
  }

  /**
   * Adds a stream, which begins with the events that its client missed (`findMissedEvents`).
   * @param last the client's last tip; `undefined` for a new client
   * @param open begins the response; `undefined` if the client has left
   * @throws HttpError 503 `too_many_streams`, before anything is opened
   */
  add(last: ResumePoint | undefined, open: () => EventSink | undefined): void {
    const opening = this.#opening(last);
    const stream = open();
    if (stream === undefined) return;
    if (this.#streams.size === 0) this.#startTimers();
    this.#streams.add(stream);
    stream.send(opening);
  }

  /** Call it when a stream has ended, however it did. */
  remove(stream: EventSink): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#timers.abort();
  }

  /** Ends every stream, and refuses new ones. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#timers.abort();
    this.#endAll();
  }

  #endAll(): void {
    for (const stream of this.#streams) stream.end();
  }

  #opening(last: ResumePoint | undefined): Uint8Array {
    if (this.#isClosed || this.#streams.size >= this.#limits.streams) throw explorerError('too_many_streams');
    const { chain } = this.#context;
    const { tip } = chain.view;
    if (tip === undefined) return openingFrame(undefined);
    const { reorganization, tips } = findMissedEvents(last, chain, tip.height);
    const opening = openingFrame(tips.length === 0 ? eventId(tip) : undefined);
    const reorganized = reorganization === undefined ? [] : [this.#reorganizedFrame(reorganization)];
    return concatBytes(opening, ...reorganized, ...tips.map((height) => this.#tipFrame(height)));
  }

  #startTimers(): void {
    this.#indexState = this.#context.indexStatus().state;
    const { signal } = (this.#timers = new AbortController());
    const repeat = async (milliseconds: number, act: () => void): Promise<void> => {
      while (!signal.aborted) {
        await this.#sleep(milliseconds, signal);
        if (!signal.aborted) act();
      }
    };
    void repeat(this.#limits.keepAliveMs, () => this.#send(KEEP_ALIVE_FRAME));
    void repeat(this.#limits.indexCheckMs, () => this.#sendIndexChange());
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
    this.#send(concatBytes(...frames));
    this.#sendIndexChange();
  }

  #tipFrame(height: number): Uint8Array {
    const { chain, network } = this.#context;
    const { view } = chain;
    const block = view.block(height)!;
    const data = { network: network.name, ...serializeBlock(block, heightOf(view.tip)) };
    return eventFrame('tip', data, eventId(block));
  }

  #reorganizedFrame({ oldTip, newTip, commonHeight, disconnected, connected }: TipChange): Uint8Array {
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

  #send(frames: Uint8Array): void {
    for (const stream of this.#streams) stream.send(frames);
  }
}
