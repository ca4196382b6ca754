import { createContext } from 'preact';
import type { Failure } from '../lib/failure.ts';
import { type ChainView, NOTHING_KNOWN } from '../lib/status-store.ts';
import { DEFAULT_LOCALE, type Locale } from '../messages/locale.ts';

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

/** The chain as known to the server when it rendered the page; the first rendering in the browser repeats it. */
export const ChainContext = createContext<ChainView>(NOTHING_KNOWN);

/** An API answer that the server fetched for the page, or the reason why it could not. Plain data. */
export type Loaded<Data> = { readonly data: Data } | { readonly failure: Failure };

/** Answers that the server fetched for an island, by name; one is absent if it did not arrive in time. */
export type Initial<Parts extends object> = {
  readonly [Name in keyof Parts]?: Loaded<Parts[Name]> | undefined;
};
