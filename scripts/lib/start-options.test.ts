import { describe, expect, it } from 'vitest';
import { inRoot } from './paths.ts';
import { parseStartOptions, START_HELP, StartUsageError } from './start-options.ts';

describe('the flags of npm start', () => {
  it("default to devnet's ports and a folder in the checkout", () => {
    expect(parseStartOptions([])).toEqual({
      help: false,
      fresh: false,
      verbose: false,
      launchSecret: true,
      dataDirectory: inRoot('.cairn/devnet'),
      ports: { explorer: 28_000, rpc: 28_444, p2p: 28_445, gateway: 28_080, website: 4321 },
      mineInterval: '10',
      demoTraffic: '3',
    });
  });

  it('accept other ports and intervals', () => {
    const options = parseStartOptions([
      '--fresh',
      '--website-port',
      '8081',
      '--mine-interval',
      '0',
      '--no-launch-secret',
    ]);
    expect(options).toMatchObject({ fresh: true, mineInterval: '0', launchSecret: false });
    expect(options.ports.website).toBe(8081);
  });

  it.each([
    ['--nonsense'],
    ['stray'],
    ['--rpc-port', '0'],
    ['--rpc-port', '65536'],
    ['--rpc-port', '1e3'],
    ['--rpc-port', '-1'],
    ['--mine-interval', '1.5'],
    ['--demo-traffic', '321'],
    ['--demo-traffic', ''],
  ])('refuse %s %s with one line', (...argv) => {
    const parse = () => parseStartOptions(argv.filter((word) => word !== undefined));
    expect(parse).toThrow(StartUsageError);
    expect(parse).toThrow(/^[^\n]+$/);
  });

  it('are all in the help text', () => {
    for (const flag of [
      'fresh',
      'no-launch-secret',
      'data-dir',
      'mine-interval',
      'demo-traffic',
      'explorer-port',
      'website-port',
    ]) {
      expect(START_HELP).toContain(`--${flag} `);
    }
  });
});
