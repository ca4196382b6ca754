import { formatCoins, parseCoins } from '@cairn/protocol';
import { fitText } from '../clean-text.ts';

/*
 * Payment requests in the form of BIP-21 (docs/PAYMENT-REQUESTS.md):
 *
 *   cairn:<address>[?amount=<CRN>][&label=<requester>][&message=<purpose>]
 *
 * Values are percent-encoded UTF-8. Unknown parameters are ignored, unless their name starts with `req-`: then the
 * request must be rejected.
 */

/** Scheme of a request: upper or lower case when it is read, lower case when it is written. */
const PAYMENT_REQUEST_SCHEME = 'cairn:';

/** Limits of a request, in characters. */
export const PAYMENT_REQUEST_LIMITS = { uri: 2_000, label: 60, message: 120 } as const;

/** A payment request. */
export interface PaymentRequest {
  /** As written in the request. Only its characters are checked; the send form checks the rest. */
  readonly address: string;
  /** Pebbles, more than 0; absent when the payer chooses. */
  readonly amount?: bigint;
  /** Name of the requester. */
  readonly label?: string;
  /** Purpose. Known to payer and requester only: transactions contain no text. */
  readonly message?: string;
}

/** Why a request cannot be used. `unknown_requirement`: it asks for something that this wallet cannot do. */
export type PaymentRequestProblem = 'damaged' | 'unknown_requirement';

/** Result of parsing a text. `other`: the text is not a request, but may be an address. */
export type ParsedPaymentRequest =
  | { readonly kind: 'request'; readonly request: PaymentRequest }
  | { readonly kind: 'invalid'; readonly problem: PaymentRequestProblem }
  | { readonly kind: 'other' };

/** The link that requests a payment. Label and message are cleaned and cut to their limits. */
export function formatPaymentRequest({ address, amount, label, message }: PaymentRequest): string {
  const parameters = [
    ['amount', amount === undefined ? '' : formatCoins(amount)],
    ['label', fitText(label ?? '', PAYMENT_REQUEST_LIMITS.label)],
    ['message', fitText(message ?? '', PAYMENT_REQUEST_LIMITS.message)],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`);
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return `${PAYMENT_REQUEST_SCHEME}${address}${query}`;
}

/**
 * Parses a pasted or scanned text. A request with an unreadable amount or a repeated parameter is invalid as a whole;
 * it is never applied in part.
 */
export function parsePaymentRequest(text: string): ParsedPaymentRequest {
  // One unit more than a request may have, after white space around it, is enough to see that it is too long.
  const uri = text.trim().slice(0, PAYMENT_REQUEST_LIMITS.uri + 1);
  if (!uri.toLowerCase().startsWith(PAYMENT_REQUEST_SCHEME)) return { kind: 'other' };
  if (uri.length > PAYMENT_REQUEST_LIMITS.uri) return invalid('damaged');
  const [, address = '', query = ''] =
    /^([^?#]*)\??([^#]*)/.exec(uri.slice(PAYMENT_REQUEST_SCHEME.length)) ?? [];
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return invalid('damaged');
  const parameters = readParameters(query);
  if (typeof parameters === 'string') return invalid(parameters);
  return readRequest(address, parameters);
}

function readParameters(query: string): Map<string, string> | PaymentRequestProblem {
  const parameters = new Map<string, string>();
  for (const part of query.split('&').filter((part) => part !== '')) {
    const mark = part.indexOf('=');
    const name = decode(mark === -1 ? part : part.slice(0, mark));
    const value = decode(mark === -1 ? '' : part.slice(mark + 1));
    if (name === undefined || value === undefined || parameters.has(name)) return 'damaged';
    if (name.startsWith('req-')) return 'unknown_requirement';
    parameters.set(name, value);
  }
  return parameters;
}

function readRequest(address: string, parameters: ReadonlyMap<string, string>): ParsedPaymentRequest {
  const written = parameters.get('amount');
  const amount = written === undefined ? undefined : readAmount(written);
  if (written !== undefined && amount === undefined) return invalid('damaged');
  const label = fitText(parameters.get('label') ?? '', PAYMENT_REQUEST_LIMITS.label);
  const message = fitText(parameters.get('message') ?? '', PAYMENT_REQUEST_LIMITS.message);
  const request: PaymentRequest = {
    address,
    ...(amount !== undefined && { amount }),
    ...(label !== '' && { label }),
    ...(message !== '' && { message }),
  };
  return { kind: 'request', request };
}

/** Reads an amount as BIP-21 writes it: digits with at most one point, without sign, exponent or white space. */
function readAmount(text: string): bigint | undefined {
  if (!/^\d+(?:\.\d{1,8})?$/.test(text) || text.length > 30) return undefined;
  try {
    const pebbles = parseCoins(text);
    return pebbles > 0n ? pebbles : undefined;
  } catch {
    return undefined; // more than the largest amount
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // an invalid percent sequence
  }
}

function invalid(problem: PaymentRequestProblem): ParsedPaymentRequest {
  return { kind: 'invalid', problem };
}
