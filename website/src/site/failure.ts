import { ApiError, TransportError } from '@cairn/api/explorer';

/**
 * Why something could not be loaded. The pages have a message for each kind, and never show a failure as an empty list.
 */
export type Failure =
  /** No answer, or none in time. */
  | { readonly kind: 'unreachable'; readonly slow: boolean }
  /** An answer that violates the API's contract. */
  | { readonly kind: 'unreadable' }
  /** The API reports an error; `status` is the HTTP status. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'not_found'; readonly what: 'block' | 'transaction' }
  | { readonly kind: 'invalid'; readonly what: 'block reference' | 'transaction ID' | 'address' }
  /** The routes that need the index do not work; the core routes do. */
  | { readonly kind: 'index'; readonly state: 'disabled' | 'building' | 'error' | 'unavailable' }
  /** A bug in this program. */
  | { readonly kind: 'fault' };

/** Thrown by a request whose reference names nothing that the API could be asked for. */
export class InvalidReference extends Error {
  readonly what: Extract<Failure, { kind: 'invalid' }>['what'];

  constructor(what: InvalidReference['what']) {
    super(`not a valid ${what}`);
    this.what = what;
  }
}

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
 * The failure for an error of a request. Any other error is a bug: it is also thrown again in a microtask, so that
 * it reaches the console.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    return BY_CODE[error.code] ?? { kind: 'refused', status: error.status, code: error.code };
  }
  if (error instanceof InvalidReference) return { kind: 'invalid', what: error.what };
  if (error instanceof TransportError) {
    if (error.code === 'timeout') return { kind: 'unreachable', slow: true };
    if (error.code === 'network') return { kind: 'unreachable', slow: false };
    return { kind: 'unreadable' };
  }
  queueMicrotask(() => {
    throw error;
  });
  return { kind: 'fault' };
}

/** The answer; `undefined` if the API says with this code that there is none. */
export async function unlessAbsent<Data>(answer: Promise<Data>, absent: string): Promise<Data | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === absent) return undefined;
    throw error;
  }
}

/** True if a retry can help. */
export function isRetryable(failure: Failure): boolean {
  if (failure.kind === 'index') return failure.state === 'unavailable';
  return ['unreachable', 'unreadable', 'refused'].includes(failure.kind);
}
