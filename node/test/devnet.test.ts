/** Control of devnet nodes, over their control sockets. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openExplorerEvents } from '@cairn/api/explorer';
import { send } from '@cairn/http/test-support';
import { bytesToHex, getNetwork, transactionId } from '@cairn/protocol';
import { deriveKey } from '@cairn/protocol/hd-keys';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ACCOUNTS } from '@cairn/chain/test-support';
import { signedTransfer } from '@cairn/chain/mempool/test-support';
import { mcpTools } from '../src/commands/mcp.ts';
import { optionsOf } from '../src/commands/test-support.ts';
import { whenAllAreOver } from '../src/home/folder-test-support.ts';
import { ALONE, BIN, runCommand, startNodeHere, temporaryFolder, type NodeHere } from './cairn-process.ts';

const FLAGS = [...ALONE, '--index'];
const [, alice] = ACCOUNTS;

// Each test goes on with the chain that the one before left.
describe('a devnet node', { shuffle: false }, () => {
  let node: NodeHere;
  const whenOver = whenAllAreOver();
  beforeAll(async () => {
    node = await startNodeHere([...FLAGS, '--control-port', '0'], undefined, whenOver);
  });

  it('obeys every command of cairn devnet', async () => {
    const { path } = node;
    const run = async (...argv: string[]) => {
      const { code, out, err } = await runCommand(['devnet', ...argv, '--data-dir', path]);
      return { code, out: out.join('\n'), err: err.join('\n') };
    };
    const { address } = ACCOUNTS[2]!;
    for (const [argv, line] of [
      [['snapshot'], /^Snapshot 1 of block 0; cairn devnet revert 1 restores it\.$/],
      [['mine', '3'], /^Mined 3 blocks; the tip is block 3 [0-9a-f]{16}…\.$/],
      [['reorganize', '2'], /^Replaced 2 blocks above block 1 by 3; the tip is block 4 /],
      [['fund', address, '12.5'], /^Paid 12\.5 CRN to d\w{33} in block 5, transaction [0-9a-f]{64}\.$/],
      [['advance', '1h'], /^The clock is 3600 s ahead of the machine’s: \d{4}-\d\d-\d\dT[\d:]{8}Z\.$/],
      [['mining', 'on-demand'], /^Mining on demand\.$/],
      [['revert', '1'], /^Restored snapshot 1: 5 blocks disconnected, 0 reconnected; the tip is block 0 /],
      [
        ['status'],
        /^Block 0 [^;]+; 0 pending; mining only when asked; clock is the same as .*; snapshots 1$/,
      ],
    ] as const) {
      const { code, out, err } = await run(...argv);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(line);
    }
    expect(JSON.parse((await run('status', '--json')).out)).toMatchObject({ network: 'devnet', height: 0 });
    expect(await run('revert', '9')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^cairn: There is no snapshot of this ID/),
    });
    expect((await run('fund', address, '99999999')).err).toContain('insufficient_balance');
  });

  it('reveals no pending transfer in public, not even by a nonce', async () => {
    const [, , , , , sender] = ACCOUNTS;
    const address = `addresses/${sender!.address}`;
    const paths = [address, `${address}/transactions`, 'transactions', 'stats', 'addresses'];
    const ask = () => Promise.all(paths.map((path) => send(node.explorerUrl, `/api/v1/${path}`)));
    const before = await ask();
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
    const raw = signedTransfer(sender!);
    await node.rpc.submitTransaction({ raw: bytesToHex(raw) });
    expect((await ask()).map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    const asked = node.explorer.getTransaction({ txid: transactionId(raw) });
    await expect(asked).rejects.toMatchObject({ code: 'transaction_not_found' });
  });

  it('tells every interface at once of its clock, of new blocks, and of those that are gone', async () => {
    const { devnet, explorer, rpc, explorerUrl } = node;
    const tips: { height: number; id: string }[] = [];
    const events = openExplorerEvents({
      baseUrl: explorerUrl,
      onTip: ({ height, id }) => void tips.push({ height, id }),
    });
    onTestFinished(() => events.close());
    const { id } = await devnet.snapshot();
    await devnet.time({ advance_seconds: 3_600 });
    expect(await rpc.status()).toMatchObject({ clock_offset_seconds: 3_600 });
    const mined = await devnet.mine({ blocks: 5 });
    await expect.poll(() => tips.at(-1)?.id).toBe(mined.state.tip_id);
    const { reorganization } = await devnet.reorganize({ depth: 4, keep: 'none' });
    await expect.poll(() => tips.at(-1)).toEqual(reorganization.new_tip);
    await devnet.revert({ id });
    await expect.poll(() => tips.at(-1)?.height).toBe(0);
    const { devnet: departures, index } = await explorer.status();
    expect(index).toMatchObject({ ready: true, indexed_height: 0 });
    expect(departures).toMatchObject({ clock_offset_seconds: 0, rewinds: 4 });
  });

  it('mines in the mode that was set last', async () => {
    const { devnet, rpc, explorer } = node;
    const height = async (): Promise<number> => (await explorer.status()).height;
    await devnet.mining({ mode: 'interval', interval_seconds: 600 });
    await expect.poll(height).toBe(1); // due at once, long after genesis
    await rpc.submitTransaction({ raw: bytesToHex(signedTransfer(alice!)) });
    expect((await devnet.state()).mining).toMatchObject({ mode: 'interval', interval_seconds: 600 });
    await devnet.mining({ mode: 'on_demand' });
    await expect.poll(height).toBe(2);
    await devnet.mining({ mode: 'manual' });
  });

  it('obeys cairn devnet over TCP, with its token', async () => {
    const [, url = ''] = await node.line(/Devnet control at (http:\S+), token in/);
    const tokenFile = join(node.path, 'control.token');
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
    const mine = ['devnet', 'mine', '2', '--control-url', url];
    const { code, out } = await runCommand([...mine, '--token-file', tokenFile]);
    expect([code, out.join('')]).toEqual([
      0,
      expect.stringMatching(/^Mined 2 blocks; the tip is block \d+ /),
    ]);
    const other = await runCommand([...mine, '--token-file', join(node.path, 'rpc.token')]);
    expect(other).toMatchObject({ code: 1, err: [expect.stringContaining('needs the bearer token')] });
    const none = await runCommand(mine);
    expect(none).toMatchObject({ code: 2, err: ['cairn: --control-url needs --token-file PATH'] });
  });

  it('is in the hands of an agent with cairn mcp, but for the private RPC and keys', async () => {
    const args = [BIN, 'mcp', '--data-dir', node.path, '--explorer-url', node.explorerUrl];
    const agent = new Client({ name: 'agent', version: '1' });
    onTestFinished(() => agent.close());
    await agent.connect(new StdioClientTransport({ command: process.execPath, args }));
    const call = async (name: string, input: Record<string, unknown> = {}) => {
      const { content, isError = false } = await agent.callTool({ name, arguments: input });
      return [isError, (content as { text: string }[]).map(({ text }) => text).join('')] as const;
    };
    const { tools } = await agent.listTools();
    expect(tools.find(({ name }) => name === 'get_block')).toMatchObject({
      description: 'One block. Without its transactions, which have their own route.',
      inputSchema: { required: ['height_or_hash'], properties: { height_or_hash: { type: 'string' } } },
      annotations: { readOnlyHint: true },
    });
    expect(JSON.stringify(tools)).not.toMatch(/\$ref|undefined|submit|token/);
    const [, before] = await call('devnet_state');
    const [, mined] = await call('devnet_mine', { blocks: 2 });
    const { height, tip_id: tip } = JSON.parse(mined).state as { height: number; tip_id: string };
    expect(height).toBe(JSON.parse(before).height + 2);
    const [, block] = await call('get_block', { height_or_hash: height });
    expect(JSON.parse(block)).toMatchObject({ block: { id: tip } });
    const [, newest] = await call('list_transactions', { limit: 1, kind: 'coinbase' });
    expect(JSON.parse(newest).items).toMatchObject([{ block_height: height }]);
    for (const [name, input, line] of [
      ['get_block', { height_or_hash: 99_999 }, /^\{"error":"block_not_found"/],
      ['get_block', {}, /height_or_hash/],
      ['list_blocks', { limit: 11 }, /less than or equal to 10/],
      ['devnet_mine', { blocks: 0 }, /blocks/],
      ['devnet_revert', { id: '99' }, /^There is no snapshot of this ID/],
    ] as const)
      expect(await call(name, input)).toEqual([true, expect.stringMatching(line)]);
    await expect(call('submit_transaction')).rejects.toThrow('there is no tool submit_transaction');
    const forReaders = await mcpTools(optionsOf(['--read-only']));
    expect(forReaders.map(({ definition }) => definition.name)).toEqual(
      tools.map(({ name }) => name).filter((name) => !name.startsWith('devnet_')),
    );
  });

  it('is continued by another one that begins with its dump, which keeps its clock after a restart', async () => {
    await node.devnet.mining({ mode: 'interval', interval_seconds: 2_000 });
    await node.devnet.mine({ blocks: 2, interval_seconds: 90 });
    await node.devnet.reorganize({ depth: 1 });
    await node.rpc.submitTransaction({ raw: bytesToHex(signedTransfer(ACCOUNTS[2]!)) });
    const file = join(temporaryFolder(), 'state.json');
    const { out } = await runCommand(['devnet', 'dump', file, '--data-dir', node.path]);
    expect(out.join('')).toMatch(/Wrote \d+ blocks and 1 pending transaction/);
    const nowhere = await runCommand(['devnet', 'dump', join(file, 'x'), '--data-dir', node.path]);
    expect(nowhere).toMatchObject({ code: 2, err: [expect.stringContaining('cannot be written')] });
    const none = await runCommand(['devnet', 'mine', '0', '--data-dir', node.path]);
    expect(none).toMatchObject({ code: 2, err: ['cairn: blocks must be an integer from 1 to 10000.'] });

    const second = await startNodeHere([...ALONE, '--load', file]);
    await second.line(/Mining a block every 2000 s/);
    const before = await node.devnet.state();
    const after = await second.devnet.state();
    expect(after).toMatchObject({ tip_id: before.tip_id, pending_count: 1, mining: before.mining });
    expect(Math.abs(after.clock.time - before.clock.time)).toBeLessThan(30);
    const next = { next_timestamp: before.clock.time + 100 };
    const mined = [node, second].map(async ({ devnet }) => {
      await devnet.time(next);
      return (await devnet.mine({})).blocks[0]!.id;
    });
    expect(await mined[1]).toBe(await mined[0]);
    await node.stop();
    const gone = await runCommand(['devnet', 'mine', '--data-dir', node.path]);
    expect(gone).toMatchObject({ code: 1, err: [expect.stringMatching(/no devnet node answers at /)] });

    await second.devnet.time({ advance_seconds: 864_000 });
    const { blocks, state } = await second.devnet.mine({ blocks: 3 });
    await second.stop();
    const again = await runCommand(['start', '--data-dir', second.path, ...ALONE, '--load', file]);
    expect(again.code).not.toBe(0);
    const third = await startNodeHere([...ALONE, '--mine', '--mine-interval', '0'], second.path);
    await third.rpc.submitTransaction({ raw: bytesToHex(signedTransfer(ACCOUNTS[3]!)) });
    await expect.poll(async () => (await third.explorer.status()).height).toBe(state.height + 1);
    const { block } = await third.explorer.getBlock({ height_or_hash: state.height + 1 });
    expect(block.timestamp).toBeGreaterThanOrEqual(blocks.at(-1)!.timestamp - 15);
    expect((await third.devnet.state()).clock.offset_seconds).toBe(state.clock.offset_seconds);
  });
});

it('cairn start does not begin with a file that is no dump', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'state.json');
  writeFileSync(file, '{}');
  const start = ['start', '--data-dir', join(folder, 'node'), ...FLAGS];
  for (const load of [file, join(folder, 'nothing')])
    expect(await runCommand([...start, '--load', load])).toMatchObject({
      code: 2,
      err: [expect.any(String)],
    });
  expect(readdirSync(folder)).toEqual(['state.json']);
});

const DUMP = {
  format: 'cairn-devnet-1',
  blocks: [],
  pending: [],
  clock: { time_milliseconds: Date.now(), next_timestamp: null },
  mining: { mode: 'manual', interval_seconds: null, to: ACCOUNTS[0]!.address },
};

/** A data directory whose chain has a block. */
let minedFolder: string;
const whenAllRows = whenAllAreOver();
beforeAll(async () => {
  minedFolder = join(temporaryFolder(whenAllRows), 'node');
  await runCommand(['mine', '--data-dir', minedFolder]);
});

it.each([
  ['a block that is not valid', { blocks: ['00'] }, [], /state\.json: block 1 is not valid/],
  ['a time out of bounds', { clock: { ...DUMP.clock, time_milliseconds: 9e15 } }, [], /state\.json/],
  ['accounts of another dump', {}, ['--balance', '5'], /state\.json has other accounts$/],
  ['a phrase that is none', undefined, ['--mnemonic', 'test junk'], /--mnemonic takes the 12 or 24/],
  [
    'a balance that no chain has',
    undefined,
    ['--balance', '2000000'],
    /^cairn: --balance: the chain has too few coins for 10 accounts with 2000000 CRN each$/,
  ],
  [
    'a payment that nobody can make',
    undefined,
    ['--fund', `${ACCOUNTS[0]!.address}:99999999`],
    /no development account/,
  ],
  [
    'an address of another network',
    undefined,
    ['--fund', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb:1'],
    /no address of devnet$/,
  ],
])(
  'a beginning with %s leaves no folder, and the chain that it would have replaced',
  async (_, dump, flags, line) => {
    const folder = temporaryFolder();
    const file = join(folder, 'state.json');
    if (dump !== undefined) writeFileSync(file, JSON.stringify({ ...DUMP, ...dump }));
    const load = dump === undefined ? [] : ['--load', file];
    const begin = async (path: string, ...more: string[]) =>
      runCommand(['start', '--data-dir', path, ...ALONE, ...load, ...flags, ...more]);
    const refused = { code: 2, err: [expect.stringMatching(line)] };
    expect(await begin(join(folder, 'new'))).toMatchObject(refused);
    const contents = (): unknown => [
      readdirSync(join(minedFolder, '..')),
      readFileSync(join(minedFolder, 'blocks', 'blk00000.dat')),
      readdirSync(join(minedFolder, 'core')).includes('CURRENT'),
    ];
    const before = contents();
    expect(await begin(minedFolder, '--fresh')).toMatchObject(refused);
    expect(contents()).toEqual(before);
    expect(readdirSync(folder).filter((name) => name !== 'state.json')).toEqual([]);
  },
);

it('a new chain takes the place of the old one, with payments at its start', async () => {
  const path = join(temporaryFolder(), 'node');
  await runCommand(['mine', '--blocks', '3', '--data-dir', path]);
  const { address } = ACCOUNTS[0]!;
  const node = await startNodeHere([...ALONE, '--fresh', '--fund', `${address}:12.5,${address}:1`], path);
  expect(await node.devnet.state()).toMatchObject({ height: 2 });
  expect(await node.rpc.getAccount({ address })).toMatchObject({ balance: '100001350000000' });
  expect(readdirSync(join(path, '..'))).toEqual(['node']);
});

it('a devnet has its own development accounts from its first block on, and keeps them', async () => {
  const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const own = ['--accounts', '2', '--balance', '7.5', '--mnemonic', mnemonic];
  const accounts = { mnemonic, count: 2, balance: '750000000' };
  const node = await startNodeHere([...ALONE, ...own]);
  const { address } = deriveKey({ mnemonic, network: getNetwork('devnet'), index: 1 });
  expect(await node.rpc.getAccount({ address })).toMatchObject({ balance: '750000000' });
  expect(await node.devnet.dump()).toMatchObject({ blocks: [expect.any(String)], accounts });
  await node.stop();
  const again = await startNodeHere([...ALONE, ...own], node.path);
  expect(await again.devnet.dump()).toMatchObject({ blocks: [expect.any(String)], accounts });
  await again.stop();
  const start = async (path: string, ...flags: string[]) =>
    runCommand(['start', '--data-dir', path, ...ALONE, ...flags]);
  expect(await start(node.path, '--balance', '1')).toMatchObject({
    code: 2,
    err: [expect.stringContaining('this one has other accounts')],
  });
});

it('cairn devnet is for devnet only: other networks have no socket', async () => {
  const { path } = await startNodeHere(['--network', 'testnet', ...ALONE]);
  const named = await runCommand(['devnet', 'mine', '--network', 'testnet', '--data-dir', path]);
  expect(named).toMatchObject({ code: 2, err: ['cairn: cairn devnet is for devnet, not for testnet'] });
  const found = await runCommand(['devnet', 'mine', '--data-dir', path]);
  expect(found).toMatchObject({ code: 2, err: [expect.stringContaining('belongs to testnet')] });
  expect(readdirSync(path)).not.toContain('control.sock');
});
