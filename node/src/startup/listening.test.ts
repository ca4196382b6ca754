import { expect, it } from 'vitest';
import { isLastingError } from '@cairn/token-file';
import { exposureWarning, startListening } from './listening.ts';

it.each([
  ['EADDRINUSE', false],
  ['EACCES', true],
])('a port that cannot be opened because of %s may be free later, or not', async (code, isLasting) => {
  for (const about of [{ code }, {}]) {
    const listen = () => Promise.reject(Object.assign(new Error(`listen ${code}`), about));
    const error: unknown = await startListening('rpc', { host: '::1', port: 80 }, listen).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ message: expect.stringMatching(/port 80.*--rpc-port/) as string });
    expect(isLastingError(error)).toBe(isLasting);
  }
});

it.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost', '::ffff:127.0.0.1'])(
  '%s gives no warning',
  (host) => {
    expect(exposureWarning(host)).toBeUndefined();
  },
);

it.each(['0.0.0.0', '::', '192.168.1.5', '2001:db8::1', 'node.example', '128.0.0.1'])(
  '%s gives a warning about TLS and limits',
  (host) => {
    expect(exposureWarning(host)).toMatch(
      new RegExp(`on ${host.replaceAll('.', String.raw`\.`)}, .*TLS.*limits.*docs/PUBLISHING\\.md`),
    );
  },
);
