import type { ExplorerEventHandlers, ExplorerEvents } from '@cairn/api/explorer';
import { backOff } from './back-off.ts';

/** Opens one stream that resumes after `lastHeight`. */
export type OpenStream = (
  handlers: ExplorerEventHandlers & { lastHeight?: number | undefined },
) => ExplorerEvents;

export interface StreamKeeperOptions extends Pick<
  ExplorerEventHandlers,
  'onTip' | 'onReorganized' | 'onIndex'
> {
  open: OpenStream;
  /** True while the event stream is open, false while the chain must be polled. */
  onChange: (isOpen: boolean) => void;
  /** From 0 to 1. */
  random: () => number;
}

export interface StreamKeeper {
  readonly isOpen: boolean;
  /** Height of the newest tip that came over the stream, or that it was begun with. */
  readonly lastHeight: number | undefined;
  /** Opens the stream; one that is open or about to be stays. */
  start: (lastHeight: number | undefined) => void;
  /** Reconnects at once: a connection that seems open may be dead. */
  restart: () => void;
  stop: () => void;
}

/** A stream that has not opened by then is given up: a proxy may hold it back for good. */
const OPENING_MS = 8_000;
/** Only a stream that held this long is taken as proof that streams work here. */
const STEADY_MS = 20_000;
const RETRY = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Keeps one event stream open. A browser's `EventSource` asks again in fixed steps, all readers of a restarted node at
 * once; here each break is met with a new stream after a growing, random pause, resuming after the last tip.
 */
export function createStreamKeeper(options: StreamKeeperOptions): StreamKeeper {
  let stream: ExplorerEvents | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let isOpen = false;
  let lastHeight: number | undefined;

  const tell = (open: boolean) => {
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
    tell(false);
    timer = setTimeout(begin, backOff(attempts, RETRY, options.random()));
    attempts += 1;
  };
  const opened = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (attempts = 0), STEADY_MS);
    tell(true);
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
  const begun = () => stream !== undefined || timer !== undefined;

  return {
    get isOpen() {
      return isOpen;
    },
    get lastHeight() {
      return lastHeight;
    },
    start: (height) => {
      if (begun()) return;
      lastHeight = height ?? lastHeight;
      begin();
    },
    restart: () => {
      close();
      tell(false);
      attempts = 0;
      begin();
    },
    stop: () => {
      close();
      tell(false);
    },
  };
}
