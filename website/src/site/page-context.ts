import { createContext } from 'preact';
import { type ChainView, NOTHING_KNOWN } from './chain-feed.ts';
import { DEFAULT_LOCALE, type Locale } from './locale.ts';

/** Data that the server passes to every island of a page. Plain data, because Astro serializes it. */
export interface PageContext {
  readonly locale: Locale;
  readonly chain: ChainView;
  /** Unix milliseconds at which the server rendered the page. */
  readonly renderedAtMs?: number | undefined;
  /** True for a file that a static host serves for many URLs: its islands read their props from the URL. */
  readonly shell?: boolean | undefined;
}

/** Context of an island without the property `context`, as in tests. */
export const DEFAULT_CONTEXT: PageContext = { locale: DEFAULT_LOCALE, chain: NOTHING_KNOWN };

/** The chain's status when the server rendered the page; the first rendering in the browser must equal the server's. */
export const ChainContext = createContext<ChainView>(NOTHING_KNOWN);
