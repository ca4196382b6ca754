import { expect, it, onTestFinished, vi } from 'vitest';
import { serveUntilStopped } from './server-commands.ts';

/** Serves until `fail` is called, with 10 ms to close. */
function serve(close: () => Promise<void>) {
  vi.spyOn(process, 'on').mockReturnThis(); // signals are those of the test's own process
  onTestFinished(() => void vi.restoreAllMocks());
  let fail!: (error: Error) => void;
  const started = Promise.withResolvers<void>();
  const ended = serveUntilStopped(
    { logLevel: 'error' },
    (_logger, _signal, onFatal) => {
      fail = onFatal;
      started.resolve();
      return Promise.resolve({ close });
    },
    10,
  );
  const failWith = async (error: Error): Promise<void> => {
    await started.promise;
    fail(error);
  };
  return { ended, fail: failWith };
}

it.each([
  ['closes cleanly', () => Promise.resolve()],
  ['cannot be closed', () => Promise.reject(new Error('no'))],
  ['never closes', () => new Promise<void>(() => undefined)],
])('a server that cannot go on and %s ends with its first fatal error', async (_what, close) => {
  const fatal = new Error('writing core failed: ENOSPC');
  const { ended, fail } = serve(close);
  await fail(fatal);
  await fail(new Error('a later one'));
  await expect(ended).rejects.toBe(fatal);
});
