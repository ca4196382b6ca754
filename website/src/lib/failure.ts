import { ApiError, TransportError } from '@cairn/api/explorer';

/** Why something cannot be shown. Each has words of its own: a failure is never an empty list. */
export type Failure =
  /** Nothing answers, or not in time. */
  | { readonly kind: 'unreachable'; readonly slow: boolean }
  /** Something answered that the contract does not allow. */
  | { readonly kind: 'unreadable' }
  /** The API itself failed; `status` is its HTTP status. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'not_found'; readonly what: 'block' | 'transaction' }
  | { readonly kind: 'invalid'; readonly what: 'block reference' | 'transaction ID' | 'address' }
  /** The indexed tier does not answer now; the core routes do. */
  | { readonly kind: 'index'; readonly state: 'disabled' | 'building' | 'error' | 'unavailable' }
  /** A fault of this program. */
  | { readonly kind: 'fault' };

const BY_CODE: Readonly<Record<string, Failure>> = {
  block_not_found: { kind: 'not_found', what: 'block' },
  transaction_not_found: { kind: 'not_found', what: 'transaction' },
  invalid_block_reference: { kind: 'invalid', what: 'block reference' },
  invalid_transaction_id: { kind: 'invalid', what: 'transaction ID' },
  invalid_address: { kind: 'invalid', what: 'address' },
  explorer_index_disabled: { kind: 'index', state: 'disabled' },
  explorer_index_building: { kind: 'index', state: 'building' },
  explorer_index_error: { kind: 'index', state: 'error' },
  explorer_index_unavailable: { kind: 'index', state: 'unavailable' },
};

/**
 * Maps the client's errors to messages of a page. Any other error is a fault of this
 * program: the page says so, and the error also reaches the browser's console as uncaught.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    return BY_CODE[error.code] ?? { kind: 'refused', status: error.status, code: error.code };
  }
  if (error instanceof TransportError) {
    if (error.kind === 'timeout') return { kind: 'unreachable', slow: true };
    if (error.kind === 'network') return { kind: 'unreachable', slow: false };
    return { kind: 'unreadable' };
  }
  queueMicrotask(() => {
    throw error;
  });
  return { kind: 'fault' };
}

/** Whether asking again can help without anything else changing. */
export function isPassing(failure: Failure): boolean {
  if (failure.kind === 'index') return failure.state === 'unavailable';
  return ['unreachable', 'unreadable', 'refused'].includes(failure.kind);
}
