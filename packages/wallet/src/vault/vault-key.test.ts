import { expect, test } from 'vitest';
import { deriveVaultKey } from './vault.ts';

test('the key of a vault cannot be extracted from the platform, and can only encrypt and decrypt', async () => {
  const key = await deriveVaultKey('correct horse', new Uint8Array(32), 1);
  expect(key).toMatchObject({ extractable: false, usages: ['encrypt', 'decrypt'] });
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toMatchObject({ name: 'InvalidAccessError' });
});
