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

const read = (flags: GivenFlags, environment: Record<string, string> = {}) =>
  readNodeConfig(optionsOf(flags, environment));
const account = (index: number, network: 'devnet' | 'testnet' = 'devnet'): string =>
  developmentAccounts(getNetwork(network))[index]!.address;

describe('defaults', () => {
  it('are a devnet on loopback that neither mines nor indexes', () => {
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
    });
    expect(readLogConfig(optionsOf({}))).toEqual({ format: 'pretty', level: 'info' });
  });

  it('depend on the network', () => {
    const config = read({ network: 'testnet' });
    expect([config.explorer.port, config.rpc.port, config.p2p?.port]).toEqual([18_000, 18_444, 18_445]);
    expect(config.p2p).toMatchObject({ host: '0.0.0.0', mdns: false, bootstrap: [] });
    expect(config.dataDirectory).toBe(`${homedir()}/.cairn/testnet`);
  });
});

describe('peers', () => {
  it('of one network may have as many inbound slots as the flag sets, 1–48', () => {
    expect(read({ 'inbound-per-network': '7' }).p2p?.inboundPerNetwork).toBe(7);
    expect(() => read({ 'inbound-per-network': '0' })).toThrow('takes a whole number from 1 to 48');
    expect(() => read({ 'inbound-per-network': '49' })).toThrow('takes a whole number from 1 to 48');
  });

  const [one, two] = ['/ip4/203.0.113.5/tcp/18445', '/dns4/node.example/tcp/1'];

  it('come from the flag or, with commas, from the environment', () => {
    expect(read({ peer: `${one},${two}` }).p2p?.peers).toEqual([one, two]);
    expect(read({}, { CAIRN_PEER: `${one}, ${two}` }).p2p?.peers).toEqual([one, two]);
  });

  it('are discovered from a bootstrap list, in local networks only if enabled', () => {
    expect(read({ bootstrap: `${one},${two}` }).p2p?.bootstrap).toEqual([one, two]);
    expect(read({ network: 'testnet' }, { CAIRN_BOOTSTRAP: one }).p2p?.bootstrap).toEqual([one]);
    expect(() => read({ bootstrap: 'node.example' })).toThrow('takes addresses like');
    expect(read({ 'local-peers': 'true' }).p2p?.localPeers).toBe(true);
    expect(read({}, { CAIRN_LOCAL_PEERS: 'yes' }).p2p?.localPeers).toBe(true);
  });

  it('are not discovered if that is disabled', () => {
    expect(read({ 'no-mdns': 'true' }).p2p?.mdns).toBe(false);
  });

  it('may connect to the address that the flag sets', () => {
    expect(read({ 'p2p-host': '0.0.0.0' }).p2p?.host).toBe('0.0.0.0');
  });
});

describe('metrics', () => {
  it('are served if a port is set, on loopback unless a host is set too', () => {
    expect(read({ 'metrics-port': '0' }).metrics).toEqual({ host: '127.0.0.1', port: 0 });
    expect(read({}, { CAIRN_METRICS_PORT: '9464', CAIRN_METRICS_HOST: '::' }).metrics).toEqual({
      host: '::',
      port: 9_464,
    });
    expect(read({ 'metrics-host': '10.0.0.1' }).metrics).toBeUndefined();
  });
});

describe('mining', () => {
  it('on devnet pays development account 9 every 60 s', () => {
    expect(read({ mine: 'true' }).mining).toEqual({
      to: account(9),
      pace: { kind: 'interval', milliseconds: 60_000 },
    });
  });

  it.each([
    ['0', { kind: 'on-demand' }],
    ['0.25', { kind: 'interval', milliseconds: 250 }],
    ['10', { kind: 'interval', milliseconds: 10_000 }],
  ])('every %s s', (interval, pace) => {
    const { mining } = read({ mine: 'true', 'mine-interval': interval, miner: account(3) });
    expect(mining).toEqual({ to: account(3), pace });
  });

  it('on testnet is continuous and needs an address', () => {
    const mining = { mine: 'true', network: 'testnet' };
    expect(() => read(mining)).toThrow('mining on testnet needs --miner ADDRESS');
    const to = account(0, 'testnet');
    expect(read({ ...mining, miner: to }).mining).toEqual({ to, pace: { kind: 'continuous' } });
    expect(() => read({ ...mining, miner: to, 'mine-interval': '1' })).toThrow('proof of work sets the pace');
  });
});

describe('the environment', () => {
  it('sets values that no flag sets', () => {
    const config = read(
      { 'rpc-port': '1' },
      {
        CAIRN_RPC_PORT: '2',
        CAIRN_EXPLORER_PORT: '3',
        CAIRN_DATA_DIR: '/somewhere',
        CAIRN_MINE: 'yes',
        CAIRN_NO_P2P: '1',
        CAIRN_MINER: '',
      },
    );
    expect(config).toMatchObject({
      rpc: { port: 1 },
      explorer: { port: 3 },
      dataDirectory: '/somewhere',
      mining: { to: account(9) },
      p2p: undefined,
    });
  });

  it('can turn a switch off', () => {
    const { mining, p2p } = read({}, { CAIRN_MINE: 'false', CAIRN_NO_P2P: 'no' });
    expect([mining?.pace, p2p?.mdns]).toEqual([undefined, true]);
  });

  it('is overridden by the opposite switch', () => {
    expect(read({ index: 'true' }, { CAIRN_NO_INDEX: 'true' }).index).toBe(true);
    expect(read({ 'no-index': 'true' }, { CAIRN_INDEX: 'true' }).index).toBe(false);
    expect(read({}, { CAIRN_INDEX: 'false' }).index).toBe(false);
    expect(read({ index: 'true', 'no-index': 'true' }).index).toBe(false);
  });

  it('cannot set a switch and its opposite', () => {
    const both = { CAIRN_INDEX: 'true', CAIRN_NO_INDEX: 'true' };
    expect(() => read({}, both)).toThrow('set CAIRN_INDEX or CAIRN_NO_INDEX, not both');
    expect(read({}, { ...both, CAIRN_NO_INDEX: 'false' }).index).toBe(true);
    expect(read({}, { ...both, CAIRN_INDEX: '' }).index).toBe(false);
  });
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

describe('the database of the projection', () => {
  const URL = 'postgres://cairn@db.example/cairn';
  const SECRET = 'postgres://cairn:secret@db.example/cairn';

  it('is the URL of the switch, on the command line or in the environment', () => {
    expect(read({ index: URL }).index).toBe(URL);
    expect(read({}, { CAIRN_INDEX: SECRET }).index).toBe(SECRET);
    expect(read({ index: URL }, { CAIRN_INDEX: SECRET }).index).toBe(URL);
    expect(read({ index: 'true' }).index).toBe(true);
  });

  it('is never printed, and is ignored by a command without an index', () => {
    const environment = { CAIRN_INDEX: 'mysql://cairn:secret@db.example' };
    expect(() => read({}, environment)).toThrow(
      /^--index \(or CAIRN_INDEX\) takes true, false or a database/,
    );
    vi.stubEnv('CAIRN_INDEX', environment.CAIRN_INDEX);
    const accounts = new Command();
    addOptions(accounts, ['network']);
    expect(readOptions(accounts.parse([], { from: 'user' }))).toEqual({});
    vi.unstubAllEnvs();
  });

  it('is read by a replica', () => {
    const replica = readReplicaConfig(optionsOf({ database: URL, 'explorer-port': '28001' }));
    expect(replica).toMatchObject({ database: URL, explorer: { host: '127.0.0.1', port: 28_001 } });
    expect(readReplicaConfig(optionsOf({}, { CAIRN_DATABASE: SECRET })).database).toBe(SECRET);
    expect(() => readReplicaConfig(optionsOf({}))).toThrow('needs --database URL');
  });

  it.each([SECRET, `${URL}?password=secret`])('cannot contain a password on the command line: %s', (url) => {
    expect(() => read({ index: url })).toThrow('--index takes no password');
    expect(() => readReplicaConfig(optionsOf({ database: url }))).toThrow('--database takes no password');
  });
});

describe('settings that cannot be used', () => {
  const ports = ['explorer-port', 'rpc-port', 'p2p-port', 'metrics-port'];
  const badPorts = ['-1', '65536', '1.5', 'abc', '0x10', ' 1', '99999999999'];
  const cases: [GivenFlags, string][] = [
    ...ports.flatMap((name) =>
      badPorts.map((text): [GivenFlags, string] => [
        { [name]: text },
        'takes a whole number from 0 to 65535',
      ]),
    ),
    [{ network: 'moonnet' }, 'takes one of mainnet, testnet, devnet'],
    [{ 'rpc-host': '0.0.0.0' }, 'never leaves this machine'],
    [{ 'rpc-host': '127.0.0.2' }, 'never leaves this machine'],
    [{ 'explorer-host': 'no host' }, 'takes a host name or an IP address'],
    [{ 'p2p-host': 'no host' }, 'takes a host name or an IP address'],
    [{ peer: '203.0.113.5:18445' }, 'takes addresses like /ip4/'],
    [{ peer: '/ip4/203.0.113.500/tcp/1' }, 'takes addresses like /ip4/'],
    [{ peer: '/ip4/203.0.113.5/udp/1' }, 'takes addresses like /ip4/'],
    [{ miner: 'nonsense' }, 'takes an address of devnet, not "nonsense"'],
    [{ miner: account(1, 'testnet') }, 'is an address of testnet, not of devnet'],
    [{ miner: '0'.repeat(34) }, 'the coinbase sentinel is not an address'],
    [{ 'mine-interval': '-1' }, 'takes seconds'],
    [{ 'mine-interval': 'soon' }, 'takes seconds'],
    [{ 'mine-interval': '86401' }, 'takes seconds'],
    [{ 'demo-traffic': '321' }, 'takes a whole number from 0 to 320'],
    [{ 'demo-traffic': '1', network: 'testnet' }, 'is for devnet'],
    [{ index: 'mysql://db' }, 'a database like postgres://'],
    [{ index: 'postgres://[' }, 'a database like postgres://'],
    [{ 'metrics-host': 'no host' }, 'takes a host name or an IP address'],
  ];

  it.each(cases)('%j', (flags, message) => {
    expect(() => read(flags)).toThrow(message);
  });

  it('name the variable if that is their source', () => {
    expect(() => read({}, { CAIRN_RPC_PORT: 'x' })).toThrow("'CAIRN_RPC_PORT' is invalid");
    expect(() => read({}, { CAIRN_MINE: 'perhaps' })).toThrow(
      'CAIRN_MINE takes true or false, not "perhaps"',
    );
    expect(() => readLogConfig(optionsOf({ 'log-level': 'loud' }))).toThrow('error, warn, info, debug');
    expect(() => readChainConfig(optionsOf({ network: '' }))).toThrow('takes one of');
  });
});

describe('the control port', () => {
  it('is for devnet, and lets in the pages that were listed', () => {
    expect(read({}).control).toBeUndefined();
    expect(read({ 'control-port': '0' }).control).toEqual({ host: '127.0.0.1', port: 0, origins: [] });
    const flags = { 'control-port': '1', 'control-origin': 'http://a.example:81,https://b.example' };
    expect(read(flags).control?.origins).toEqual(['http://a.example:81', 'https://b.example']);
    expect(() => read({ network: 'testnet', 'control-port': '0' })).toThrow('--control-port is for devnet');
  });

  it.each(['*', 'null', 'a.example', 'http://a.example/', 'file:///x', 'http://A.example'])(
    'does not let in %s',
    (origin) => {
      expect(() => read({ 'control-port': '1', 'control-origin': origin })).toThrow(
        /takes origins of web pages/,
      );
    },
  );
});
