import { expect, it } from 'vitest';
import { ProgramGroup } from './process.ts';

/** Prints that it runs, and ignores SIGTERM. */
const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000); console.log('up');`;

it('kills programs that ignore SIGTERM, and starts no more', async () => {
  const group = new ProgramGroup();
  const up = Promise.withResolvers<string>();
  const options = { name: 'stubborn', argv: ['--eval', STUBBORN], onLine: up.resolve };
  const program = group.start(options);
  expect(await up.promise).toBe('up');
  program.child.kill('SIGTERM');
  group.kill();
  expect(await program.exited).toBe(128);
  expect(program.child.signalCode).toBe('SIGKILL');
  expect(() => group.start(options)).toThrow('the suite is stopping');
});
