import type { ExplorerEventHandlers, ExplorerEvents } from '@cairn/api/explorer';

/** Opens one stream that resumes after `lastHeight`. */
export type OpenStream = (
  handlers: ExplorerEventHandlers & { lastHeight?: number | undefined },
) => ExplorerEvents;

interface StreamKeeperOptions extends Pick<ExplorerEventHandlers, 'onTip' | 'onReorganized' | 'onIndex'> {
  open: OpenStream;
  /** Called with true when the stream opens, with false when it closes and the chain must be polled. */
  onChange: (isOpen: boolean) => void;
  /** From 0 to 1. */
  random: () => number;
}

export interface StreamKeeper {
  readonly isOpen: boolean;
  /** Height of the latest tip of the stream, or the height that it started with. */
  readonly lastHeight: number | undefined;
  /** Opens the stream unless it is open, opening or waiting for its next attempt. */
  start: (lastHeight: number | undefined) => void;
  /** Reconnects at once, for a connection that is open but dead. */
  restart: () => void;
  stop: () => void;
}

/** Time-out of opening a stream, in milliseconds: a proxy may hold the response back forever. */
const OPENING_MS = 8_000;
/** How long a stream must stay open before the next pause is the shortest again, in milliseconds. */
const STEADY_MS = 20_000;
const RETRY = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Keeps one event stream open. An `EventSource` reconnects after a fixed pause, so all clients of a restarted node
 * would reconnect at the same moment. The keeper opens a new stream after a growing, random pause, and resumes after
 * the last tip.
 */
export function createStreamKeeper(options: StreamKeeperOptions): StreamKeeper {
  let stream: ExplorerEvents | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let isOpen = false;
  let lastHeight: number | undefined;

  const setOpen = (open: boolean) => {
    if (isOpen === open) return;
    isOpen = open;
    options.onChange(open);
  };
  const close = () => {
    clearTimeout(timer);
    timer = undefined;
    stream?.close();
    stream = undefined;
  };
  const broken = () => {
    close();
    setOpen(false);
    timer = setTimeout(begin, backOff(attempts, RETRY, options.random()));
    attempts += 1;
  };
  const opened = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (attempts = 0), STEADY_MS);
    setOpen(true);
  };
  const begin = () => {
    timer = setTimeout(broken, OPENING_MS);
    stream = options.open({
      lastHeight,
      onConnection: (open) => (open ? opened() : broken()),
      onIndex: (index) => options.onIndex?.(index),
      onReorganized: (reorganized) => options.onReorganized?.(reorganized),
      onTip: (tip) => {
        lastHeight = tip.height;
        options.onTip?.(tip);
      },
    });
  };
  const isStarted = () => stream !== undefined || timer !== undefined;

  return {
    get isOpen() {
      return isOpen;
    },
    get lastHeight() {
      return lastHeight;
    },
    start: (height) => {
      if (isStarted()) return;
      lastHeight = height ?? lastHeight;
      begin();
    },
    restart: () => {
      close();
      setOpen(false);
      attempts = 0;
      begin();
    },
    stop: () => {
      close();
      setOpen(false);
    },
  };
}

interface BackOff {
  /** Pause before the first new attempt, before the random reduction. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Milliseconds before a new attempt: random between a half and the whole of a pause that doubles with each attempt, so
 * that not all clients of a restarted node reconnect at once.
 * @param attempts failed attempts so far, 0 for the first pause
 * @param random from 0 to 1
 */
export function backOff(attempts: number, { firstMs, longestMs }: BackOff, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(attempts, 30));
  return whole * (0.5 + random / 2);
}
