import type { ServerResponse } from 'node:http';
import { EXPLORER_LIMITS, explorerError, type ReorganizedEvent } from '@cairn/api/explorer';
import type { Reorganization } from '../../chain/chain-reader.ts';
import type { ExplorerContext, IndexStatus } from '../context.ts';
import { serializeIndex } from '../serializers.ts';
import { Broadcast } from './broadcast.ts';
import { eventFrame, KEEP_ALIVE_FRAME, openingFrame } from './event-frame.ts';
import { EventStream } from './event-stream.ts';
import { eventId, missedHeights, type ResumePoint } from './resume-point.ts';
import { TipFrames } from './tip-frames.ts';

/** Bounds on event streams. */
export interface EventLimits {
  readonly streams: number;
  readonly keepAliveMs: number;
  /** How often the state of the index is polled while there are streams: not every source reports changes. */
  readonly indexCheckMs: number;
}

export const EVENT_LIMITS: EventLimits = {
  streams: EXPLORER_LIMITS.eventStreams,
  keepAliveMs: EXPLORER_LIMITS.eventKeepAliveSeconds * 1_000,
  indexCheckMs: 1_000,
};

/** Everyone who follows the chain over `/api/v1/events`. */
export class EventHub {
  readonly #context: ExplorerContext;
  readonly #limits: EventLimits;
  readonly #streams = new Set<EventStream>();
  readonly #broadcast = new Broadcast(EXPLORER_LIMITS.eventReplay);
  readonly #tips: TipFrames;
  readonly #subscriptions: readonly (() => void)[];
  #timers: NodeJS.Timeout[] = [];
  #indexState: IndexStatus['state'] = 'disabled';
  #isClosed = false;

  constructor(context: ExplorerContext, limits: EventLimits = EVENT_LIMITS) {
    this.#context = context;
    this.#limits = limits;
    this.#tips = new TipFrames(context);
    const fromIndex = context.onIndexChange?.(() => this.#tellIndex());
    const fromChain = context.chain.subscribe(() => {
      if (context.chain.isReorganizing !== true) this.#tellTip();
    });
    const fromBranches = context.chain.onReorganized?.((way) => this.#tellReorganized(way));
    this.#subscriptions = [fromChain, fromIndex, fromBranches].filter((end) => end !== undefined);
  }

  /**
   * First events of a stream: the tips that its client missed, else the current tip. A client whose last tip was left by
   * the chain is told so first.
   * @param last the client's last tip; `undefined` for one that begins
   * @throws HttpError 503 `too_many_streams`
   */
  opening(last: ResumePoint | undefined): Buffer {
    if (this.#isClosed || this.#streams.size >= this.#limits.streams) throw explorerError('too_many_streams');
    const { chain } = this.#context;
    const tip = chain.tip();
    if (tip === undefined) return openingFrame(undefined);
    const isLeft = last?.id !== undefined && chain.blockSummary(last.height)?.id !== last.id;
    const way = isLeft ? chain.reorganizationFrom?.(last.id) : undefined;
    const reorganized = way === undefined ? [] : [this.#reorganizedFrame(way)];
    const missed = missedHeights(way?.commonHeight ?? last?.height, tip.height).map((height) =>
      this.#tips.at(height),
    );
    const isUpToDate = missed.length === 0 && !isLeft;
    if (isLeft && missed.length === 0) missed.push(this.#tips.at(tip.height));
    return Buffer.concat([openingFrame(isUpToDate ? eventId(tip) : undefined), ...reorganized, ...missed]);
  }

  /**
   * Takes a stream in, in the same turn in which its opening was made.
   * @param response its head is sent already
   */
  add(response: ServerResponse, opening: Buffer): void {
    const stream = new EventStream(response, (closed) => this.#remove(closed));
    if (response.destroyed) return; // the client left meanwhile
    if (this.#streams.size === 0) this.#begin();
    this.#streams.add(stream);
    stream.send(opening);
  }

  /** Ends every stream at once; from then on there is room for none. */
  close(): void {
    this.#isClosed = true;
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    this.#rest();
    for (const stream of this.#streams) stream.end();
  }

  #remove(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#rest();
  }

  #begin(): void {
    this.#indexState = this.#context.indexStatus().state;
    this.#timers = [
      setInterval(() => this.#say(KEEP_ALIVE_FRAME), this.#limits.keepAliveMs),
      setInterval(() => this.#tellIndex(), this.#limits.indexCheckMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  #rest(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  /** The tip as it is now: after a step back it is the block below. */
  #tellTip(): void {
    if (this.#streams.size === 0) return;
    this.#say(this.#tips.at(this.#tipHeight()));
    this.#tellIndex();
  }

  #tellReorganized(way: Reorganization): void {
    if (this.#streams.size > 0 && way.disconnected.length > 0) this.#say(this.#reorganizedFrame(way));
    this.#tellTip();
  }

  #reorganizedFrame({ oldTip, newTip, commonHeight, disconnected, connected }: Reorganization): Buffer {
    const data: ReorganizedEvent = {
      network: this.#context.network.name,
      old_tip: oldTip.id,
      new_tip: newTip.id,
      common_height: commonHeight,
      disconnected_count: disconnected.length,
      connected_count: connected.length,
      disconnected: disconnected.slice(0, EXPLORER_LIMITS.reorganizedIds),
      connected: connected.toReversed().slice(0, EXPLORER_LIMITS.reorganizedIds),
    };
    return eventFrame('reorganized', data);
  }

  #tellIndex(): void {
    if (this.#streams.size === 0) return;
    const status = this.#context.indexStatus();
    if (status.state === this.#indexState) return;
    this.#indexState = status.state;
    this.#say(eventFrame('index', serializeIndex(status)));
  }

  #tipHeight(): number {
    return this.#context.chain.tip()?.height ?? -1;
  }

  #say(frame: Buffer): void {
    this.#broadcast.say(frame, this.#streams);
  }
}
