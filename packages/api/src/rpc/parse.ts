import { hexToBytes, MAX_U32 } from '@cairn/protocol';
import type { ParseResult, RouteDefinition, RouteQuery } from '../route/route.ts';
import { parseRawQuery } from '../route/validate-query.ts';
import { RPC_LIMITS } from './limits.ts';

const INTEGER = /^-?[0-9]+$/;
const DIGITS = /^[0-9]+$/;
const HEX = /^[0-9a-fA-F]*$/;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the history's `limit` (interface document, section 4.2): 50 if absent; any base-10 integer is clamped to 1–200.
 * Unlike in the Explorer API, `+5`, ` 5`, `5.0`, `1e1`, `1_0` and the empty string are not integers.
 */
export function parseHistoryLimit(text: string | undefined): ParseResult<number, 'invalid_limit'> {
  const { minimum, maximum, default: absent } = RPC_LIMITS.history;
  if (text === undefined) return { ok: true, value: absent };
  if (!INTEGER.test(text)) return { ok: false, error: 'invalid_limit' };
  return { ok: true, value: Math.min(Math.max(Number(text), minimum), maximum) };
}

/**
 * Parses a request's query for a route of the RPC: `limit` with `parseHistoryLimit`; other parameters stay text.
 * @param rawQuery the text after `?`; empty for none
 */
export function parseRpcQuery<Route extends RouteDefinition>(
  route: Route,
  rawQuery: string,
): ParseResult<RouteQuery<Route>, 'invalid_limit'> {
  const given = parseRawQuery(rawQuery);
  const values: Record<string, unknown> = {};
  for (const [name, { kind }] of Object.entries(route.query)) {
    const text = given.get(name);
    const parsed = kind === 'clamped' ? parseHistoryLimit(text) : ({ ok: true, value: text } as const);
    if (!parsed.ok) return parsed;
    values[name] = parsed.value;
  }
  return { ok: true, value: values as RouteQuery<Route> };
}

/**
 * Parses `{height}` (interface document, section 4.2): ASCII digits, leading zeros allowed.
 * @returns the height, or the value `undefined` for a well-formed height above uint32, which no chain can have
 */
export function parseHeight(text: string): ParseResult<number | undefined, 'invalid_height'> {
  if (!DIGITS.test(text)) return { ok: false, error: 'invalid_height' };
  const height = Number(text);
  return { ok: true, value: height <= MAX_U32 ? height : undefined };
}

/** A submission's bytes, or the reason why its body is malformed; `actual` is in bytes. */
export type SubmitBodyResult =
  | { readonly ok: true; readonly value: Uint8Array }
  | { readonly ok: false; readonly error: 'invalid_transaction_encoding' }
  | { readonly ok: false; readonly error: 'invalid_transaction_length'; readonly actual: number };

/**
 * Parses a submission's body in the contract's order (interface document, section 4.2): JSON, the string `raw`, its hex
 * digits, the decoded length. Fields other than `raw` are ignored.
 *
 * @param body as received: UTF-8 bytes, or text
 * @returns the transaction's 213 bytes
 */
export function parseSubmitBody(body: Uint8Array | string): SubmitBodyResult {
  const raw = rawFieldOf(body);
  if (raw === undefined || raw.length % 2 !== 0 || !HEX.test(raw))
    return { ok: false, error: 'invalid_transaction_encoding' };
  const actual = raw.length / 2;
  if (actual !== RPC_LIMITS.transactionBytes) {
    return { ok: false, error: 'invalid_transaction_length', actual };
  }
  return { ok: true, value: hexToBytes(raw) };
}

function rawFieldOf(body: Uint8Array | string): string | undefined {
  const parsed = parseJson(body);
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, 'raw')) return undefined;
  const { raw } = parsed as { raw: unknown };
  return typeof raw === 'string' ? raw : undefined;
}

/** The JSON value; `undefined`, which is not a JSON value, if the body is not UTF-8 or not JSON. */
function parseJson(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : UTF8.decode(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
