import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addDevOptions, readDevOptions, type DevOptions } from './options.ts';

const ADDRESS = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';

const read = (argv: readonly string[]): DevOptions => {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  return readDevOptions(addDevOptions(command).parse(argv, { from: 'user' }));
};

describe('the options of cairn dev', () => {
  it('accept other ports, block times and payments', () => {
    const options = read([
      '--fresh',
      '--no-launch-secret',
      '--website-port=8081',
      '--block-time=0',
      `--fund=${ADDRESS}:12.5`,
      `--fund=${ADDRESS}:1`,
    ]);
    expect(options).toMatchObject({
      fresh: true,
      blockTime: 0,
      launchSecret: false,
      fund: [`${ADDRESS}:12.5`, `${ADDRESS}:1`],
    });
    expect(options.ports.website).toBe(8081);
    expect(read(['--mine-interval', '3']).blockTime).toBe(3);
  });

  it('open a control port only if asked', () => {
    expect(read([]).control).toBeUndefined();
    const flags = [
      '--control-port=28446',
      '--control-origin=http://a.example',
      '--control-origin=http://b.example',
    ];
    expect(read(flags).control).toEqual({
      host: '127.0.0.1',
      port: 28_446,
      origins: ['http://a.example', 'http://b.example'],
    });
  });

  it('bring a weather, with transfers of its own', () => {
    expect(read(['--weather=storm', '--seed=7'])).toMatchObject({
      weather: { weather: 'storm', seed: 7 },
      demoTraffic: 0,
    });
    expect(read(['--weather=calm', '--demo-traffic=5'])).toMatchObject({ demoTraffic: 5 });
    expect(read([])).toMatchObject({ demoTraffic: 3 });
  });

  it('name the flags that have the same port', () => {
    const problem = '--explorer-port and --rpc-port name the same port 5000';
    expect(() => read(['--explorer-port=5000', '--rpc-port=5000'])).toThrow(problem);
    expect(() => read(['--control-port=4321'])).toThrow('--website-port and --control-port');
    read(['--control-port=4321', '--control-host=::1']);
  });

  it.each([
    ['--nonsense'],
    ['stray'],
    ['--rpc-port', '0'],
    ['--rpc-port', '65536'],
    ['--rpc-port', '1e3'],
    ['--rpc-port', '-1'],
    ['--block-time', '1.5'],
    ['--demo-traffic', '321'],
    ['--demo-traffic', ''],
    ['--accounts', '101'],
    ['--balance', 'much'],
    ['--weather', 'none'],
    ['--weather', 'sunshine'],
    ['--weather', import.meta.filename],
    ['--seed', '1'],
    ['--data-dir', ''],
    ['--dump', import.meta.dirname],
    ['--state', import.meta.dirname],
    ['--control-host', '0.0.0.0'],
    ['--control-origin', 'http://a.example'],
  ])('refuse %s %s', (...argv) => {
    expect(() => read(argv)).toThrow(/^error: |too many arguments|^--seed|^--control/);
  });
});
