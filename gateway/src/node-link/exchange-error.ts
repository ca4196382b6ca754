import type { RefusalCode } from '../refusal.ts';

/** Why there is no answer to pass on. The message is for the log and holds nothing of request or answer. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly code: Extract<RefusalCode, 'node_unreachable' | 'node_bad_response'>;
  /** True when a connection that had rested was found closed, before anything of an answer. */
  readonly stale: boolean;

  constructor(code: ExchangeError['code'], reason: string, stale = false) {
    super(reason);
    this.code = code;
    this.stale = stale;
  }
}
