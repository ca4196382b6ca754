import type { Failure } from '../lib/failure.ts';

/** One thing that the server asked for the page: the answer, or why there is none. Plain data. */
export type Loaded<Data> = { readonly data: Data } | { readonly failure: Failure };

/** What the server got for an island, by name; a part is absent where the server did not get an answer in time. */
export type Initial<Parts extends object> = {
  readonly [Name in keyof Parts]?: Loaded<Parts[Name]> | undefined;
};
