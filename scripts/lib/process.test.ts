import { expect, it } from 'vitest';
import { ProgramGroup } from './process.ts';

/** Says that it runs, and does not mind being asked to end. */
const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000); console.log('up');`;

it('ends programs that do not end when they are asked to, and starts nothing more', async () => {
  const group = new ProgramGroup();
  const up = Promise.withResolvers<string>();
  const options = { name: 'stubborn', argv: ['--eval', STUBBORN], onLine: up.resolve };
  const program = group.start(options);
  expect(await up.promise).toBe('up');
  program.child.kill('SIGTERM');
  group.kill();
  expect(await program.exited).toBe(128);
  expect(program.child.signalCode).toBe('SIGKILL');
  expect(() => group.start(options)).toThrow('everything is being stopped');
});
