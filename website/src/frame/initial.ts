import type { Failure } from '../lib/failure.ts';

/** An API answer that the server fetched for the page, or the reason why it could not. Plain data. */
export type Loaded<Data> = { readonly data: Data } | { readonly failure: Failure };

/** Answers that the server fetched for an island, by name; one is absent if it did not arrive in time. */
export type Initial<Parts extends object> = {
  readonly [Name in keyof Parts]?: Loaded<Parts[Name]> | undefined;
};
