import { homedir } from 'node:os';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import {
  addOptions,
  readChainConfig,
  readLogConfig,
  readNodeConfig,
  readOptions,
  readReplicaConfig,
  readRpcConfig,
} from './config.ts';
import { optionsOf, type GivenFlags } from './commands/test-support.ts';

type Environment = Readonly<Record<string, string>>;

const read = (flags: GivenFlags, environment: Environment = {}) =>
  readNodeConfig(optionsOf(flags, environment));
const account = (index: number, network: 'devnet' | 'testnet' = 'devnet'): string =>
  developmentAccounts(getNetwork(network))[index]!.address;

const [ONE, TWO] = ['/ip4/203.0.113.5/tcp/18445', '/dns4/node.example/tcp/1'];
const MINER = account(0, 'testnet');
const URL = 'postgres://cairn@db.example/cairn';
const SECRET = 'postgres://cairn:secret@db.example/cairn';

it('the defaults are a devnet on loopback that neither mines nor indexes', () => {
  expect(read({})).toEqual({
    network: getNetwork('devnet'),
    dataDirectory: `${homedir()}/.cairn/devnet`,
    explorer: { host: '127.0.0.1', port: 28_000 },
    rpc: { host: '127.0.0.1', port: 28_444 },
    p2p: { host: '127.0.0.1', port: 28_445, peers: [], localPeers: false, mdns: true },
    metrics: undefined,
    mining: { to: account(9), pace: undefined },
    index: false,
    demoTraffic: 0,
    isFresh: false,
    fund: [],
    accounts: {},
  });
  expect(readLogConfig(optionsOf({}))).toEqual({ format: 'pretty', level: 'info' });
});

it.each<[flags: GivenFlags, environment: Environment, config: object]>([
  [
    { network: 'testnet' },
    {},
    {
      explorer: { port: 18_000 },
      rpc: { port: 18_444 },
      p2p: { host: '0.0.0.0', port: 18_445, mdns: false, bootstrap: [] },
      dataDirectory: `${homedir()}/.cairn/testnet`,
    },
  ],
  [
    { fund: `${account(1)}:12.5,${account(2)}:1` },
    {},
    {
      fund: [
        { address: account(1), amount: '1250000000' },
        { address: account(2), amount: '100000000' },
      ],
    },
  ],
  // Peers.
  [{ 'inbound-per-network': '7' }, {}, { p2p: { inboundPerNetwork: 7 } }],
  [{ peer: `${ONE},${TWO}` }, {}, { p2p: { peers: [ONE, TWO] } }],
  [{}, { CAIRN_PEER: `${ONE}, ${TWO}` }, { p2p: { peers: [ONE, TWO] } }],
  [{ bootstrap: `${ONE},${TWO}` }, {}, { p2p: { bootstrap: [ONE, TWO] } }],
  [{ network: 'testnet' }, { CAIRN_BOOTSTRAP: ONE }, { p2p: { bootstrap: [ONE] } }],
  [{ 'local-peers': 'true' }, {}, { p2p: { localPeers: true } }],
  [{}, { CAIRN_LOCAL_PEERS: 'yes' }, { p2p: { localPeers: true } }],
  [{ 'no-mdns': 'true', 'p2p-host': '0.0.0.0' }, {}, { p2p: { mdns: false, host: '0.0.0.0' } }],
  // Metrics have a port only if it is set.
  [{ 'metrics-port': '0' }, {}, { metrics: { host: '127.0.0.1', port: 0 } }],
  [{}, { CAIRN_METRICS_PORT: '9464', CAIRN_METRICS_HOST: '::' }, { metrics: { host: '::', port: 9_464 } }],
  [{ 'metrics-host': '10.0.0.1' }, {}, { metrics: undefined }],
  // Mining.
  [{ mine: 'true' }, {}, { mining: { to: account(9), pace: { kind: 'interval', milliseconds: 60_000 } } }],
  ...[['0', { kind: 'on-demand' }] as const, ['0.25', { kind: 'interval', milliseconds: 250 }] as const].map(
    ([interval, pace]): [GivenFlags, Environment, object] => [
      { mine: 'true', 'mine-interval': interval, miner: account(3) },
      {},
      { mining: { to: account(3), pace } },
    ],
  ),
  [
    { mine: 'true', network: 'testnet', miner: MINER },
    {},
    { mining: { to: MINER, pace: { kind: 'continuous' } } },
  ],
  // A flag precedes the environment, where an empty variable sets nothing.
  [
    { 'rpc-port': '1' },
    { CAIRN_RPC_PORT: '2', CAIRN_EXPLORER_PORT: '3', CAIRN_NO_P2P: '1', CAIRN_MINER: '' },
    { rpc: { port: 1 }, explorer: { port: 3 }, mining: { to: account(9) }, p2p: undefined },
  ],
  [{}, { CAIRN_MINE: 'false', CAIRN_NO_P2P: 'no' }, { mining: { pace: undefined }, p2p: { mdns: true } }],
  // A switch and its opposite.
  [{ index: 'true' }, { CAIRN_NO_INDEX: 'true' }, { index: true }],
  [{ 'no-index': 'true' }, { CAIRN_INDEX: 'true' }, { index: false }],
  [{ index: 'true', 'no-index': 'true' }, {}, { index: false }],
  [{}, { CAIRN_INDEX: 'true', CAIRN_NO_INDEX: 'false' }, { index: true }],
  [{}, { CAIRN_INDEX: '', CAIRN_NO_INDEX: 'true' }, { index: false }],
  // The database of the projection.
  [{ index: URL }, { CAIRN_INDEX: SECRET }, { index: URL }],
  [{}, { CAIRN_INDEX: SECRET }, { index: SECRET }],
  [{ index: 'true' }, { CAIRN_INDEX: SECRET }, { index: true }],
  // The control port.
  [{ 'control-port': '0' }, {}, { control: { host: '127.0.0.1', port: 0, origins: [] } }],
  [
    { 'control-port': '1', 'control-origin': 'http://a.example:81,https://b.example' },
    {},
    { control: { origins: ['http://a.example:81', 'https://b.example'] } },
  ],
])('%j and the environment %j give %j', (flags, environment, config) => {
  expect(read(flags, environment)).toMatchObject(config);
});

it('a name of this machine that could lead to a port of another user is never asked with a token', () => {
  const flags = {
    'rpc-host': 'localhost',
    'rpc-url': 'http://LOCALHOST:1',
    'control-url': 'http://localhost:2/',
  };
  const options = optionsOf(flags);
  expect(readRpcConfig(options).rpc.host).toBe('127.0.0.1');
  expect([options.rpcUrl, options.controlUrl]).toEqual(['http://127.0.0.1:1/', 'http://127.0.0.1:2/']);
});

it('a replica reads its database; a command without an index ignores one', () => {
  const replica = readReplicaConfig(optionsOf({ database: URL, 'explorer-port': '28001' }));
  expect(replica).toMatchObject({ database: URL, explorer: { host: '127.0.0.1', port: 28_001 } });
  expect(readReplicaConfig(optionsOf({}, { CAIRN_DATABASE: SECRET })).database).toBe(SECRET);
  expect(() => readReplicaConfig(optionsOf({}))).toThrow('needs --database URL');
  vi.stubEnv('CAIRN_INDEX', 'mysql://cairn:secret@db.example');
  const accounts = new Command();
  addOptions(accounts, ['network']);
  expect(readOptions(accounts.parse([], { from: 'user' }))).toEqual({});
  vi.unstubAllEnvs();
});

describe('settings that cannot be used', () => {
  const port = 'takes a whole number from 0 to 65535';
  const testnet = { mine: 'true', network: 'testnet' };
  it.each<[flags: GivenFlags, message: string | RegExp, environment?: Environment]>([
    ...['explorer-port', 'rpc-port', 'p2p-port', 'metrics-port'].map((name): [GivenFlags, string] => [
      { [name]: '65536' },
      port,
    ]),
    ...['-1', '1.5', 'abc', '0x10', ' 1'].map((text): [GivenFlags, string] => [{ 'rpc-port': text }, port]),
    [{ 'inbound-per-network': '0' }, 'takes a whole number from 1 to 48'],
    [{ 'inbound-per-network': '49' }, 'takes a whole number from 1 to 48'],
    [{ network: 'moonnet' }, 'takes one of mainnet, testnet, devnet'],
    [{ 'data-dir': '' }, 'takes a path'],
    [{ 'rpc-host': '0.0.0.0' }, 'never leaves this machine'],
    [{ 'rpc-host': '127.0.0.2' }, 'never leaves this machine'],
    [{ 'explorer-host': 'no host' }, 'takes a host name or an IP address'],
    [{ 'p2p-host': 'no host' }, 'takes a host name or an IP address'],
    [{ 'metrics-host': 'no host' }, 'takes a host name or an IP address'],
    [{ peer: '203.0.113.5:18445' }, 'takes addresses like /ip4/'],
    [{ peer: '/ip4/203.0.113.500/tcp/1' }, 'takes addresses like /ip4/'],
    [{ peer: '/ip4/203.0.113.5/udp/1' }, 'takes addresses like /ip4/'],
    [{ bootstrap: 'node.example' }, 'takes addresses like'],
    [{ miner: 'nonsense' }, 'takes an address of devnet, not "nonsense"'],
    [{ miner: account(1, 'testnet') }, 'is an address of testnet, not of devnet'],
    [{ miner: '0'.repeat(34) }, 'the coinbase sentinel is not an address'],
    [{ 'mine-interval': '-1' }, 'takes seconds'],
    [{ 'mine-interval': 'soon' }, 'takes seconds'],
    [{ 'mine-interval': '86401' }, 'takes seconds'],
    [testnet, 'mining on testnet needs --miner ADDRESS'],
    [{ ...testnet, miner: MINER, 'mine-interval': '1' }, 'proof of work sets the pace'],
    [{ 'demo-traffic': '321' }, 'takes a whole number from 0 to 320'],
    [{ 'demo-traffic': '1', network: 'testnet' }, 'is for devnet'],
    [{ index: 'mysql://db' }, 'a database like postgres://'],
    [{ index: 'postgres://[' }, 'a database like postgres://'],
    [{ network: 'testnet', 'control-port': '0' }, '--control-port is for devnet'],
    [{ 'control-host': '0.0.0.0' }, 'are those of a --control-port'],
    [{ 'control-origin': 'http://a.example' }, 'are those of a --control-port'],
    [{ network: 'testnet', fresh: 'true' }, '--fresh and --fund are for devnet'],
    ...[account(1), `${account(1)}:much`, `${account(1)}:0`, `${account(1)}:1.123456789`, ':1'].map(
      (fund): [GivenFlags, string] => [{ fund }, 'takes ADDRESS:AMOUNT with more than 0 CRN'],
    ),
    ...['*', 'null', 'a.example', 'http://a.example/', 'file:///x', 'http://A.example'].map(
      (origin): [GivenFlags, string] => [
        { 'control-port': '1', 'control-origin': origin },
        'takes origins of web pages',
      ],
    ),
    // A password on the command line would be seen by others, and is in no message.
    [{ index: SECRET }, '--index takes no password'],
    [{ index: `${URL}?password=secret` }, '--index takes no password'],
    [{}, /^((?!secret).)*$/, { CAIRN_INDEX: 'mysql://cairn:secret@db.example' }],
    [{}, 'set CAIRN_INDEX or CAIRN_NO_INDEX, not both', { CAIRN_INDEX: 'true', CAIRN_NO_INDEX: 'true' }],
    // The variable is named if that is the source.
    [{}, "'CAIRN_RPC_PORT' is invalid", { CAIRN_RPC_PORT: 'x' }],
    [{}, 'CAIRN_MINE takes true or false, not "perhaps"', { CAIRN_MINE: 'perhaps' }],
  ])('%j: %s', (flags, message, environment) => {
    expect(() => read(flags, environment)).toThrow(message);
  });

  it('of other readers', () => {
    expect(() => readLogConfig(optionsOf({ 'log-level': 'loud' }))).toThrow('error, warn, info, debug');
    expect(() => readChainConfig(optionsOf({ network: '' }))).toThrow('takes one of');
    expect(() => readReplicaConfig(optionsOf({ database: SECRET }))).toThrow('--database takes no password');
  });
});
