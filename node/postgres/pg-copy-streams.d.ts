/** The part of pg-copy-streams that is used here; it has no types of its own. */
declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** A stream that is given to `client.query`; it finishes once the server has taken every row. */
  export function from(text: string): Writable & Submittable;
}
