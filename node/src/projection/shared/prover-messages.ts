import type { MessagePort } from 'node:worker_threads';

/** What the thread that proves blocks is started with. */
export interface ProverSetup {
  /** Where the blocks go. */
  readonly port: MessagePort;
  /** Four bytes: how many answers were sent, so that the other side can stand still until the next one. */
  readonly answers: SharedArrayBuffer;
}

/** A block that was read and proven, or why it was not. Both arrays are handed over. */
export type ProverAnswer =
  | { readonly type: 'proven'; readonly raw: Uint8Array<ArrayBuffer>; readonly ids: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failed'; readonly message: string };
