import { CommanderError } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from './settings.ts';

const NEEDED = ['--node-rpc', 'http://127.0.0.1:28444', '--token-file', '/data/rpc.token'];

function refusal(...argv: readonly string[]): string {
  try {
    readSettings(argv);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode !== 0) return error.message;
    throw error;
  }
  throw new Error('these flags were accepted');
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the flags', () => {
  it('have defaults', () => {
    expect(readSettings([...NEEDED, '--port', '0'])).toMatchObject({
      nodeRpc: 'http://127.0.0.1:28444',
      tokenFile: '/data/rpc.token',
      host: '127.0.0.1',
      port: 0,
      walletDir: expect.stringMatching(/gateway\/wallet\/dist$/) as string,
      launchSecret: true,
      logFormat: 'pretty',
      logLevel: 'info',
    });
  });

  it('keep the launch secret unless a flag on the command line removes it', () => {
    vi.stubEnv('CAIRN_GATEWAY_NO_LAUNCH_SECRET', 'true');
    vi.stubEnv('CAIRN_GATEWAY_LAUNCH_SECRET', 'false');
    const argv = [...NEEDED, '--port', '0'];
    expect(readSettings(argv).launchSecret).toBe(true);
    expect(readSettings([...argv, '--no-launch-secret']).launchSecret).toBe(false);
    expect(readSettings([...argv, '--launch-file', '/run/wallet.html']).launchFile).toBe('/run/wallet.html');
  });

  it('take the port from the network', () => {
    expect(readSettings([...NEEDED, '--network', 'devnet'])).toMatchObject({
      port: 28_080,
      network: 'devnet',
    });
    expect(refusal(...NEEDED)).toContain('--port is needed');
  });

  it('may come from the environment; the command line takes precedence', () => {
    vi.stubEnv('CAIRN_GATEWAY_NODE_RPC', 'http://[::1]:8444');
    vi.stubEnv('CAIRN_GATEWAY_TOKEN_FILE', '/env/rpc.token');
    vi.stubEnv('CAIRN_GATEWAY_PORT', '4000');
    vi.stubEnv('CAIRN_GATEWAY_LOG_FORMAT', 'json');
    expect(readSettings(['--port', '5000'])).toMatchObject({
      nodeRpc: 'http://[::1]:8444',
      tokenFile: '/env/rpc.token',
      port: 5_000,
      logFormat: 'json',
    });
    vi.stubEnv('CAIRN_GATEWAY_PORT', 'many');
    expect(refusal()).toContain('CAIRN_GATEWAY_PORT');
    vi.stubEnv('CAIRN_GATEWAY_PORT', '');
    vi.stubEnv('CAIRN_GATEWAY_HOST', '');
    expect(readSettings(['--network', 'devnet'])).toMatchObject({ port: 28_080, host: '127.0.0.1' });
  });

  it.each(['http://localhost:28444', 'HTTP://LocalHost:28444/'])(
    'send the token of %s to the listener on 127.0.0.1',
    (url) => {
      const { nodeRpc } = readSettings(['--node-rpc', url, '--token-file', 'x', '--port', '0']);
      expect(nodeRpc).toBe('http://127.0.0.1:28444');
    },
  );

  it.each([
    'http://192.168.0.1:28444',
    'http://node.example:28444',
    'http://127.0.0.1.evil.example:28444',
    'http://127.0.0.2:28444',
    'https://127.0.0.1:28444',
    'http://user@127.0.0.1:28444',
    'http://127.0.0.1:28444/v1',
    'http://127.0.0.1:28444/?x',
    '127.0.0.1:28444',
    'ftp://127.0.0.1',
    '',
  ])('refuse the node at "%s"', (url) => {
    expect(refusal('--node-rpc', url, '--token-file', 'x', '--port', '0')).toContain('--node-rpc');
  });

  it.each([
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port', '1.5'],
    ['--port', ''],
    ['--host', '0.0.0.0'],
    ['--host', 'localhost'],
    ['--network', 'moonnet'],
    ['--explorer-url', 'explorer.example'],
    ['--explorer-url', 'javascript:alert(1)'],
    ['--explorer-url', 'http://user:secret@explorer.example'],
    ['--explorer-url', 'http://explorer.example/?x=1'],
    ['--launch-file', ''],
    ['--log-format', 'xml'],
    ['--log-level', 'loud'],
  ])('refuse %s "%s" in one line', (name, value) => {
    const message = refusal(...NEEDED, '--port', '0', name, value);
    expect(message).toContain(name);
    expect(message).toMatch(/ is invalid\. .+$/);
    expect(message).not.toContain('\n');
  });

  it.each([[['--nonsense']], [['surplus']], [['--port']], [[]]])('refuse %j in one line', (argv) => {
    expect(refusal(...argv)).not.toContain('\n');
  });

  it('remove the slash at the end of the explorer’s address', () => {
    const settings = readSettings([
      ...NEEDED,
      '--port',
      '0',
      '--explorer-url',
      'https://explorer.example/base//',
    ]);
    expect(settings.explorerUrl).toBe('https://explorer.example/base');
  });
});
