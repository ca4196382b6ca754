import { parseQueryInteger } from './query-integer.ts';
import type {
  ChoiceParameter,
  IntegerParameter,
  QueryParameter,
  RouteDefinition,
  RouteQuery,
} from './route.ts';

/** Status of FastAPI's validation failure (interface document, section 7.1). */
const VALIDATION_STATUS = 422;

/** One entry of `detail`; its keys are in FastAPI's order. */
export interface QueryIssue {
  readonly type:
    'greater_than_equal' | 'less_than_equal' | 'int_parsing' | 'int_parsing_size' | 'literal_error';
  readonly loc: readonly ['query', string];
  readonly msg: string;
  /** The parameter as received, only percent-decoded. */
  readonly input: string;
  /** Absent for the two parsing errors. */
  readonly ctx?: { readonly ge: number } | { readonly le: number } | { readonly expected: string };
}

/** Body of a 422; `JSON.stringify` returns exactly FastAPI's bytes. */
export interface QueryValidationBody {
  readonly detail: readonly QueryIssue[];
}

export type QueryValidation<Query> =
  | { readonly ok: true; readonly value: Query }
  | { readonly ok: false; readonly status: 422; readonly body: QueryValidationBody };

const PARSING_MESSAGES = {
  int_parsing: 'Input should be a valid integer, unable to parse string as an integer',
  int_parsing_size: 'Unable to parse input string as an integer, exceeded maximum size',
} as const;

/**
 * Validates the integers and choices of a request's query exactly like FastAPI: errors are in declaration order, the last of
 * a repeated parameter counts, unknown parameters are ignored, and an empty value is not an absent one. Parameters of other
 * kinds stay text, or `undefined` if absent.
 *
 * @param rawQuery the undecoded text after `?`; empty or absent for none
 */
export function validateQuery<Route extends RouteDefinition>(
  route: Route,
  rawQuery: string | undefined,
): QueryValidation<RouteQuery<Route>> {
  const given = parseRawQuery(rawQuery ?? '');
  const value: Record<string, unknown> = {};
  const detail: QueryIssue[] = [];
  for (const [name, parameter] of Object.entries<QueryParameter>(route.query)) {
    const text = given.get(name);
    const result = readParameter(name, parameter, text);
    if (typeof result === 'object') detail.push(result);
    else value[name] = result;
  }
  if (detail.length > 0) return { ok: false, status: VALIDATION_STATUS, body: { detail } };
  return { ok: true, value: value as RouteQuery<Route> };
}

/**
 * The parameters of a raw query, decoded: `+` is a space, percent sequences are UTF-8 (invalid ones become U+FFFD). The last
 * value of each name counts.
 * @param rawQuery without the question mark
 */
export function parseRawQuery(rawQuery: string): ReadonlyMap<string, string> {
  if (rawQuery === '') return NO_PARAMETERS;
  // The leading ampersand keeps a second question mark part of the first name.
  return new Map(new URLSearchParams(`&${rawQuery}`));
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

function readParameter(
  name: string,
  parameter: QueryParameter,
  text: string | undefined,
): number | string | undefined | QueryIssue {
  if (parameter.kind === 'choice') return readChoice(name, parameter, text);
  if (parameter.kind !== 'integer') return text;
  if (text === undefined) return parameter.default;
  const parsed = parseQueryInteger(text);
  const loc = ['query', name] as const;
  if (typeof parsed === 'string') return { type: parsed, loc, msg: PARSING_MESSAGES[parsed], input: text };
  return checkBounds(parsed, parameter, loc, text);
}

function readChoice(name: string, { values, default: absent }: ChoiceParameter, text: string | undefined) {
  if (text === undefined) return absent;
  if (values.includes(text)) return text;
  const quoted = values.map((value) => `'${value}'`);
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  const loc = ['query', name] as const;
  return {
    type: 'literal_error',
    loc,
    msg: `Input should be ${expected}`,
    input: text,
    ctx: { expected },
  } as const;
}

function checkBounds(
  value: bigint,
  { minimum, maximum }: IntegerParameter,
  loc: readonly ['query', string],
  input: string,
): number | QueryIssue {
  if (value > BigInt(maximum)) {
    const msg = `Input should be less than or equal to ${maximum}`;
    return { type: 'less_than_equal', loc, msg, input, ctx: { le: maximum } };
  }
  if (value < BigInt(minimum)) {
    const msg = `Input should be greater than or equal to ${minimum}`;
    return { type: 'greater_than_equal', loc, msg, input, ctx: { ge: minimum } };
  }
  return Number(value);
}
