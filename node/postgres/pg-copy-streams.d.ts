/** Types for the part of pg-copy-streams that is used here; the package has none. */
declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** A stream for `client.query`; it finishes once the server has received every row. */
  export function from(text: string): Writable & Submittable;
}
