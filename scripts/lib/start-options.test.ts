import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inRoot } from './paths.ts';
import { parseStartOptions } from './start-options.ts';

describe('the options of npm start', () => {
  it("default to devnet's ports and a folder in the checkout", () => {
    expect(parseStartOptions([])).toEqual({
      fresh: false,
      verbose: false,
      launchSecret: true,
      dataDirectory: inRoot('.cairn/devnet'),
      ports: { explorer: 28_000, rpc: 28_444, p2p: 28_445, gateway: 28_080, website: 4321 },
      mineInterval: 10,
      demoTraffic: 3,
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
    expect(options).toMatchObject({ fresh: true, mineInterval: 0, launchSecret: false });
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
  ])('refuse %s %s with one line and exit code 2', (...argv) => {
    const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
      exit.mockRestore();
      print.mockRestore();
    });
    expect(() => parseStartOptions(argv.filter((word) => word !== undefined))).toThrow('exit 2');
    expect(print.mock.calls.map(([text]) => text).join('')).toMatch(/^[^\n]+\n$/);
  });
});
