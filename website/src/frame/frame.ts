import { DEFAULT_LOCALE, type Locale } from '../messages/locale.ts';
import { type ChainView, NOTHING_KNOWN } from '../lib/status-store.ts';

/** Properties of every island of a page: the language, and the chain as the server knew it. Plain data. */
export interface Frame {
  readonly locale: Locale;
  readonly chain: ChainView;
  /** Unix milliseconds of the rendering on the server. */
  readonly renderedAt?: number | undefined;
  /** One file that a static host serves for many addresses: the island reads its place from the address bar. */
  readonly shell?: boolean | undefined;
}

/** Without a server: as in tests. */
export const NO_FRAME: Frame = { locale: DEFAULT_LOCALE, chain: NOTHING_KNOWN };
