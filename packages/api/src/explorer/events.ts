import { openEventSource } from '#event-source';
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

interface EventData {
  tip: TipEvent;
  reorganized: ReorganizedEvent;
  index: ExplorerIndexStatus;
}

/** @throws TransportError for data that the contract does not allow */
type CheckEvent = (name: keyof EventData, data: unknown) => void;

/** Follows the stream, as `openExplorerEvents`, with another check of the events. */
export function followEvents(options: ExplorerEventOptions, check: CheckEvent): ExplorerEvents {
  const { baseUrl, retryMs: [first, last] = RETRY_MS } = options;
  let lastHeight = options.lastHeight;
  let source: ReturnType<typeof openEventSource>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let isOpen = false;

  const connection = (isNowOpen: boolean): void => {
    if (isOpen === isNowOpen) return;
    isOpen = isNowOpen;
    options.onConnection?.(isOpen);
  };
  const retry = (): void => {
    const wait = Math.min(first * 2 ** attempts, last);
    attempts += 1;
    // The random delay keeps the clients of a restarted node from reconnecting all at once.
    timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
  };
  const read = <Name extends keyof EventData>(name: Name, data: unknown): EventData[Name] | undefined => {
    try {
      const event: unknown = JSON.parse(String(data));
      check(name, event);
      return event as EventData[Name];
    } catch (cause) {
      const message = `event ${name}: not JSON`;
      const isRefused = cause instanceof TransportError;
      options.onError?.(isRefused ? cause : new TransportError('unexpected_shape', message, { cause }));
      return undefined;
    }
  };
  const open = (): void => {
    source = openEventSource(explorerEventsUrl(baseUrl, lastHeight));
    source.addEventListener('open', () => {
      attempts = 0;
      connection(true);
    });
    source.addEventListener('error', () => {
      if (source.readyState === CLOSED) retry(); // first, because the callback may close
      connection(false);
    });
    source.addEventListener('tip', ({ data }) => {
      const tip = read('tip', data);
      if (tip === undefined) return;
      lastHeight = tip.height;
      options.onTip?.(tip);
    });
    source.addEventListener('reorganized', ({ data }) => {
      const reorganized = read('reorganized', data);
      if (reorganized !== undefined) options.onReorganized?.(reorganized);
    });
    source.addEventListener('index', ({ data }) => {
      const index = read('index', data);
      if (index !== undefined) options.onIndex?.(index);
    });
  };

  open();
  return {
    get lastHeight() {
      return lastHeight;
    },
    close: () => {
      clearTimeout(timer);
      source.close();
    },
  };
}
