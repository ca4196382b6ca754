import { expect, it } from 'vitest';
import { NodeError, UsageError } from './errors.ts';
import { exposureWarning, startListening } from './listening.ts';

it.each([
  ['EADDRINUSE', NodeError],
  ['EACCES', UsageError],
])('a port that cannot be opened because of %s may be free later, or not', async (code, kind) => {
  const listen = () => Promise.reject(Object.assign(new Error(`listen ${code}`), { code }));
  const error = startListening('rpc', { host: '::1', port: 80 }, listen);
  await expect(error).rejects.toBeInstanceOf(kind);
  await expect(error).rejects.toThrow(/port 80.*--rpc-port/);
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
