import { genesisBlock, getNetwork, HEADER_SIZE } from '@cairn/protocol';
import { beforeEach, expect, it } from 'vitest';
import {
  GENESIS,
  headerServer,
  type HeaderServer,
  idOf,
  mined,
  timeAt,
} from '../../../test/header-server.ts';
import { openSession } from '../../../test/proof-visits.ts';
import { EXAMPLES } from '../../site/examples.ts';
import { NOTHING, type ProofState } from './proof.ts';
import { paced } from './session.ts';

const honest = mined(GENESIS, 20);
const SUBJECT = { kind: 'chain' } as const;

let time: number;
let server: HeaderServer;
let witness: HeaderServer;
let session: ReturnType<typeof openSession>;
beforeEach(() => {
  time = timeAt(20);
  witness = headerServer(honest);
  server = headerServer(honest);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input);
    return (host === 'witness.test' ? witness : server).fetch(input, init);
  };
  session = openSession(
    { ...server, fetch },
    { now: () => time, witnesses: ['http://other.test', 'http://witness.test'] },
  );
});

/** What a reader sees: verdict, and why it is no better. */
const said = ({ verdict, checks }: ProofState) => [
  verdict,
  ...checks.flatMap(({ reasons }) => reasons.map(({ code }) => code)),
];

it('a heavier fork of a witness, few blocks deep, is red only if it stands', async () => {
  witness.headers = mined(honest.slice(0, -2), 22, 'cd');
  expect(said(await session.prove(SUBJECT))).toEqual(['limited', 'heavier_pending']);
  time += 29;
  expect(said(await session.pass())).toEqual(['limited', 'heavier_pending']);
  time += 1;
  expect(said(await session.pass())).toEqual(['failed', 'heavier']);
  witness.headers = honest;
  expect(said(await session.pass())).toEqual(['passed']);
});

it('one that forks deeper is red at once', async () => {
  witness.headers = mined(honest.slice(0, -7), 21, 'cd');
  expect(said(await session.prove(SUBJECT))).toEqual(['failed', 'heavier']);
});

it('blocks that a witness alone has are withheld after two spacings', async () => {
  witness.headers = mined(honest, 23);
  time = timeAt(20) + 120;
  expect(said(await session.prove(SUBJECT))).toEqual(['passed']);
  time += 1;
  const late = await session.pass();
  expect(said(late)).toEqual(['limited', 'withheld']);
  expect(late.checks.find(({ id }) => id === 'witnesses')!.reasons).toMatchObject([
    { name: 'witness.test', count: 3 },
  ]);
});

it('the state is recomputed at the block that was, of this chain alone; above it, only up to there', async () => {
  const recomputed = { tip: { height: 19, id: idOf(honest) } };
  const claims = ({ checks }: ProofState) =>
    checks.flatMap(({ id, status }) => (id.startsWith('recomputed') ? [[id, status]] : []));
  expect(claims(await session.prove(SUBJECT, false, recomputed))).toEqual([['recomputed', 'passed']]);
  server.headers = mined(honest, 21);
  expect(claims(await session.follow(recomputed))).toEqual([['recomputed_below', 'note']]);
  expect(claims(await session.follow({ tip: { height: 20, id: idOf(server.headers) } }))).toEqual([
    ['recomputed', 'passed'],
  ]);
  server.headers = mined(honest.slice(0, -2), 22, 'cd');
  expect(claims(await session.follow(recomputed))).toEqual([]);
  expect(claims(await session.follow())).toEqual([]);
});

it('a chain with a block that this browser has found invalid is red, until it leaves that block', async () => {
  const wrong = {
    height: 12,
    id: idOf(honest.slice(0, 13)),
    network: 'devnet',
    rule: 'nonce 3 instead of 4',
  };
  // A server that named another network has had it judged by other rules.
  const ofAnother = { ...wrong, network: 'devnet fork 5' };
  expect(await session.prove(SUBJECT, false, { wrong: ofAnother })).toMatchObject({ verdict: 'passed' });
  const red = await session.prove(SUBJECT, false, { wrong });
  expect(red.verdict).toBe('failed');
  expect(red.checks.find(({ status }) => status === 'failed')).toMatchObject({
    id: 'wrong_block',
    problems: [expect.stringContaining(wrong.rule)],
  });
  server.headers = mined(honest.slice(0, 12), 22, 'cd');
  witness.headers = server.headers;
  expect(await session.follow({ wrong })).toMatchObject({ verdict: 'passed' });
  // A newer build has found it valid.
  const other = { ...wrong, id: idOf(server.headers.slice(0, 13)) };
  expect(await session.follow({ wrong: other })).toMatchObject({ verdict: 'failed' });
  const tip = { height: 20, id: idOf(server.headers.slice(0, 21)) };
  expect(await session.follow({ tip, wrong: other })).toMatchObject({ verdict: 'passed' });
});

it.each([
  ['lighter', { have: 1, count: 2 }, mined(honest.slice(0, -9), 15, 'cd')],
  ['unknown', { have: 1, count: 1 }, honest.with(19, honest[3]!)],
  ['unknown', { have: 1, count: 1 }, honest.slice(2, 10)],
])('a witness that is %s changes no verdict', async (kind, others, headers) => {
  witness.headers = headers;
  const { verdict, chain } = await session.prove(SUBJECT);
  expect([verdict, chain!.witnesses![1]!.kind, chain!.others]).toEqual(['passed', kind, others]);
});

it('the verdict does not wait for a witness that is silent, which still counts when it answers', async () => {
  let answer!: () => void;
  const silence = new Promise<void>((resolve) => (answer = resolve));
  const { fetch } = headerServer(mined(honest.slice(0, -7), 21, 'cd'));
  witness = { ...witness, fetch: (...asked) => silence.then(() => fetch(...asked)) };
  const proving = session.prove(SUBJECT);
  await expect.poll(() => session.waiting.length).toBeGreaterThan(0);
  await session.pass();
  expect(said(await proving)).toEqual(['passed']);
  answer();
  await expect.poll(async () => said(await session.pass())).toEqual(['failed', 'heavier']);
});

it('the next subject goes on with the chain that was walked, also after one that needs none', async () => {
  await session.prove(SUBJECT);
  await session.prove({ kind: 'input', text: EXAMPLES.receipt, asksChain: false });
  server.asked.length = 0;
  expect(said(await session.prove(SUBJECT))).toEqual(['passed']);
  expect(server.asked.filter((path) => path.startsWith('/headers'))).toEqual([]);
});

it('the tip of a public network grows old while the page is open', async () => {
  const testnet = getNetwork('testnet');
  const headers = [genesisBlock(testnet).slice(0, HEADER_SIZE)];
  const server = headerServer(headers);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await server.fetch(input, init);
    if (!String(input instanceof Request ? input.url : input).endsWith('/status')) return answer;
    return Response.json({ ...(await answer.json()), network: 'testnet', chain_id: testnet.chainId });
  };
  const old = openSession({ ...server, fetch }, { now: () => time });
  time = testnet.genesisTime + 600;
  const { verdict, checks } = await old.prove(SUBJECT);
  expect(verdict).toBe('passed');
  // No block has work on it that the chain alone could tell.
  expect(checks.map(({ id }) => id)).not.toContain('work');
  time += 1;
  expect(said(await old.pass())).toEqual(['limited', 'old_tip']);
});

it('of a proof that is going on, the newest state is posted after each pause; its end does not wait', () => {
  const [posted, pauses]: [string[], (() => void)[]] = [[], []];
  const post = paced(
    ({ key }) => posted.push(key),
    (_, call) => pauses.push(call),
  );
  const pass = () => pauses.shift()!();
  const say = (key: string, verdict: ProofState['verdict'] = 'running') => post({ ...NOTHING, key, verdict });
  for (const key of ['1', '2', '3']) say(key);
  expect(posted).toEqual(['1']);
  pass();
  expect(posted).toEqual(['1', '3']);
  say('4');
  say('end', 'passed');
  pass();
  expect(posted).toEqual(['1', '3', 'end']);
  expect(pauses).toEqual([]);
  say('5');
  expect(posted).toEqual(['1', '3', 'end', '5']);
});
