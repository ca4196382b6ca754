import { explorerAdditions, explorerRoutes } from '@cairn/api/explorer';
import type { IntegerParameter, RouteDefinition } from '@cairn/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from '../chain/test-support.ts';
import { openTestStream } from './events/test-support.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

let explorer: TestExplorer;

beforeAll(async () => {
  explorer = await startTestExplorer();
});

afterAll(() => explorer.close());

/** Query texts of API-DECISIONS' explorer section, and similar ones, with their values. */
const ACCEPTED: readonly [form: string, value: number][] = [
  ['5', 5],
  ['5.0', 5],
  ['5.000', 5],
  ['05', 5],
  ['+5', 5],
  ['%2B5', 5],
  ['%2b05', 5],
  ['%205%20', 5],
  ['%201%20', 1],
  ['+1+', 1],
  ['%095%0A', 5],
  ['%C2%A05', 5],
  ['0_5', 5],
  ['1_0', 10],
  ['%31', 1],
];

const NOT_PARSED = [
  '',
  'abc',
  '1.5',
  '1e1',
  '0x5',
  'true',
  'null',
  '5.',
  '.5',
  '1__0',
  '_5',
  '5_',
  '--5',
  '%2B%205',
  '%D9%A5',
  '5%00',
  'NaN',
  '5,0',
  '[5]',
  '5=5',
];

const PARSING = 'Input should be a valid integer, unable to parse string as an integer';
const TOO_LONG = 'Unable to parse input string as an integer, exceeded maximum size';

type Row = [path: string, name: string, parameter: IntegerParameter];

const ROUTES: readonly RouteDefinition[] = [
  ...Object.values(explorerRoutes),
  ...Object.values(explorerAdditions),
];
const PARAMETERS: Row[] = ROUTES.flatMap(({ path, query }) =>
  Object.entries(query).flatMap(([name, parameter]): Row[] =>
    parameter.kind === 'integer'
      ? [[path.replace('{height_or_hash}', '0').replace('{address}', ACCOUNTS[1]!.address), name, parameter]]
      : [],
  ),
);

/** The bytes with which FastAPI refuses a parameter. */
function refusal(type: string, name: string, msg: string, input: string, ctx?: object): string {
  return JSON.stringify({ detail: [{ type, loc: ['query', name], msg, input, ...(ctx && { ctx }) }] });
}

async function ask(path: string, query: string): Promise<{ status: number; text: string }> {
  if (path !== explorerAdditions.events.path) return explorer.get(`${path}?${query}`);
  const { response, leave } = await openTestStream(explorer.url, { query: `?${query}` });
  if (response.statusCode !== 200) return explorer.get(`${path}?${query}`);
  leave();
  return { status: 200, text: '' };
}

/** Requires that a route accepts a query: it answers 200, or 503 if it needs an index. */
async function expectAccepted(path: string, query: string): Promise<string> {
  const { status, text } = await ask(path, query);
  expect([query, status]).toEqual([query, expect.toBeOneOf([200, 503])]);
  return text;
}

async function expectRefused(path: string, query: string, bytes: string): Promise<void> {
  const { status, text } = await ask(path, query);
  expect([query, status, text]).toEqual([query, 422, bytes]);
}

it('these are all integer parameters of the contract', () => {
  expect(PARAMETERS.map(([path, name]) => `${path} ${name}`)).toHaveLength(3 + 2 * 4 + 2 + 2 + 2 + 1 + 3);
});

describe.each(PARAMETERS)('%s?%s', (path, name, { minimum, maximum }) => {
  it('accepts each form of an integer that FastAPI accepts § API integers accepted', async () => {
    for (const [form, value] of ACCEPTED) {
      const text = await expectAccepted(path, `${name}=${form}`);
      if (!text.includes('"pagination"')) continue;
      expect((JSON.parse(text) as { pagination: object }).pagination).toMatchObject({ [name]: value });
    }
  });

  it('refuses each form that FastAPI refuses, with the same bytes § 7.1 validation', async () => {
    for (const form of NOT_PARSED) {
      const input = decodeURIComponent(form);
      await expectRefused(path, `${name}=${form}`, refusal('int_parsing', name, PARSING, input));
    }
    await expectRefused(path, name, refusal('int_parsing', name, PARSING, ''));
    const long = '9'.repeat(4_301);
    await expectRefused(path, `${name}=${long}`, refusal('int_parsing_size', name, TOO_LONG, long));
  });

  it('has limits, and refuses values outside with FastAPI’s bytes § 7.1 validation', async () => {
    for (const value of [minimum, maximum]) await expectAccepted(path, `${name}=${value}`);
    const low = (input: string): string =>
      refusal('greater_than_equal', name, `Input should be greater than or equal to ${minimum}`, input, {
        ge: minimum,
      });
    const high = (input: string): string =>
      refusal('less_than_equal', name, `Input should be less than or equal to ${maximum}`, input, {
        le: maximum,
      });
    for (const input of [String(minimum - 1), '-1', '-99999999999999999999']) {
      await expectRefused(path, `${name}=${input}`, low(input));
    }
    for (const input of [String(maximum + 1), '18446744073709551616', '9'.repeat(4_300)]) {
      await expectRefused(path, `${name}=${input}`, high(input));
    }
  });

  it('takes its last value, and ignores other names § API repeated parameter', async () => {
    await expectAccepted(path, `${name}=x&${name}=${maximum}`);
    await expectRefused(path, `${name}=1&${name}=`, refusal('int_parsing', name, PARSING, ''));
    await expectAccepted(path, `${name.toUpperCase()}=x&x${name}=x&${name}[]=x&page=x`);
  });
});
