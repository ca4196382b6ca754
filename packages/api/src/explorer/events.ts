import { buildUrl, TransportError } from '../client.ts';
import { EXPLORER_PATHS } from './paths.ts';
import type { ExplorerIndexStatus, ReorganizedEvent, TipEvent } from './schemas.ts';

/**
 * URL of the event stream, for an `EventSource`.
 * @param lastHeight height of the last tip that the client has; the stream resumes after it
 */
export function explorerEventsUrl(baseUrl: string, lastHeight?: number): string {
  return buildUrl(baseUrl, EXPLORER_PATHS.events, { last_event_id: lastHeight });
}

/** The part of the platform's `EventSource` that is used here. */
export interface EventSourceLike {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
  close(): void;
}

/** Callbacks of an event stream. None is called after `close`. */
export interface ExplorerEventHandlers {
  /** There is a new tip. A height other than the previous one plus one means a gap, or that blocks were removed. */
  readonly onTip?: (tip: TipEvent) => void;
  /** The chain switched to a branch with more work; `onTip` with the new tip follows. */
  readonly onReorganized?: (reorganized: ReorganizedEvent) => void;
  readonly onIndex?: (index: ExplorerIndexStatus) => void;
  /** True when the stream opens, false when it breaks; it reconnects automatically. */
  readonly onConnection?: (isOpen: boolean) => void;
  /** An event was ignored because the contract does not allow it. */
  readonly onError?: (error: TransportError) => void;
}

export interface ExplorerEventOptions extends ExplorerEventHandlers {
  /** Origin of the server and path prefix; empty for the page's origin. */
  readonly baseUrl: string;
  /** Height of the last tip that the caller has: the stream starts with the tips after it. */
  readonly lastHeight?: number | undefined;
  /** Implementation of `EventSource`; the platform's by default. */
  readonly EventSource?: (new (url: string) => EventSourceLike) | undefined;
  /**
   * Milliseconds to wait after an error answer before the stream is requested again: `first`, doubled after each further
   * error up to `last`, less a random part of up to half. 1,000 and 30,000 by default.
   */
  readonly retryMs?: readonly [first: number, last: number] | undefined;
}

export interface ExplorerEvents {
  /** Height of the last tip received; before the first, `lastHeight` of the options. */
  readonly lastHeight: number | undefined;
  close(): void;
}

const RETRY_MS = [1_000, 30_000] as const;
/** `EventSource.CLOSED`: the stream was answered with an error, and the `EventSource` does not retry. */
const CLOSED = 2;

/** Follows the stream, as `openExplorerEvents`, with another check of the events. */
export function followEvents(options: ExplorerEventOptions, check: CheckEvent): ExplorerEvents {
  const stream = new EventFollower(options, check);
  stream.open();
  return stream;
}

/** @throws TransportError for data that the contract does not allow */
type CheckEvent = (name: keyof EventData, data: unknown) => void;

class EventFollower implements ExplorerEvents {
  lastHeight: number | undefined;
  readonly #options: ExplorerEventOptions;
  readonly #check: CheckEvent;
  #source: EventSourceLike | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #isOpen = false;

  constructor(options: ExplorerEventOptions, check: CheckEvent) {
    this.#options = options;
    this.#check = check;
    this.lastHeight = options.lastHeight;
  }

  open(): void {
    const { baseUrl, EventSource = globalThis.EventSource } = this.#options;
    const source: EventSourceLike = new EventSource(explorerEventsUrl(baseUrl, this.lastHeight));
    this.#source = source;
    this.#listen(source, 'open', () => this.#opened());
    this.#listen(source, 'error', () => this.#broken(source));
    this.#listen(source, 'tip', (data) => this.#tip(data));
    this.#listen(source, 'reorganized', (data) => this.#reorganized(data));
    this.#listen(source, 'index', (data) => this.#index(data));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
  }

  /** Ignores events of a closed `EventSource`, which may still dispatch some. */
  #listen(source: EventSourceLike, type: string, handle: (data: unknown) => void): void {
    source.addEventListener(type, ({ data }) => {
      if (this.#source === source) handle(data);
    });
  }

  #opened(): void {
    this.#attempts = 0;
    this.#connection(true);
  }

  #broken(source: EventSourceLike): void {
    this.#connection(false);
    if (source.readyState !== CLOSED || this.#source !== source) return;
    const [first, last] = this.#options.retryMs ?? RETRY_MS;
    const wait = Math.min(first * 2 ** this.#attempts, last);
    this.#attempts += 1;
    // The random delay keeps the clients of a restarted node from reconnecting all at once.
    this.#timer = setTimeout(() => this.open(), wait * (0.5 + Math.random() / 2));
  }

  #connection(isOpen: boolean): void {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    this.#options.onConnection?.(isOpen);
  }

  #tip(data: unknown): void {
    const tip = this.#read('tip', data);
    if (tip === undefined) return;
    this.lastHeight = tip.height;
    this.#options.onTip?.(tip);
  }

  #reorganized(data: unknown): void {
    const reorganized = this.#read('reorganized', data);
    if (reorganized !== undefined) this.#options.onReorganized?.(reorganized);
  }

  #index(data: unknown): void {
    const index = this.#read('index', data);
    if (index !== undefined) this.#options.onIndex?.(index);
  }

  #read<Name extends keyof EventData>(name: Name, data: unknown): EventData[Name] | undefined {
    try {
      const event: unknown = JSON.parse(String(data));
      this.#check(name, event);
      return event as EventData[Name];
    } catch (cause) {
      const error =
        cause instanceof TransportError
          ? cause
          : new TransportError('unexpected_shape', `event ${name}: not JSON`, { cause });
      this.#options.onError?.(error);
      return undefined;
    }
  }
}

interface EventData {
  tip: TipEvent;
  reorganized: ReorganizedEvent;
  index: ExplorerIndexStatus;
}
