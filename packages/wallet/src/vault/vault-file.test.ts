import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { deriveKeysFast } from '../test-support.ts';
import { createVaultContents } from './vault-contents.ts';
import {
  decodeVaultFile,
  encodeVaultExport,
  ITERATION_BOUNDS,
  MAX_VAULT_FILE_BYTES,
  readVaultExport,
} from './vault-file.ts';
import { createVault, openVault } from './vault.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const PASSWORD = 'long enough';
const contents = createVaultContents(MNEMONIC);
const { minimum: iterations, maximum } = ITERATION_BOUNDS;
const deriveSlowly = deriveKeysFast();
afterAll(deriveSlowly);
const { file } = await createVault({ password: PASSWORD, network: 'devnet', contents });
const { kdf, cipher, ciphertext } = file;
const unreadable = expect.objectContaining({ code: 'vault_unreadable' }) as Error;

describe('a stored vault is refused', () => {
  test.each<[string, unknown]>([
    ['another format', { ...file, format: 'other' }],
    ...[0, 1, 3, '2'].map((version): [string, unknown] => [`version ${version}`, { ...file, version }]),
    ['another derivation', { ...file, kdf: { ...kdf, name: 'PBKDF2-HMAC-SHA-1' } }],
    ['another cipher', { ...file, cipher: { ...cipher, name: 'AES-128-GCM' } }],
    ['too few iterations', { ...file, kdf: { ...kdf, iterations: iterations - 1 } }],
    ['too many iterations', { ...file, kdf: { ...kdf, iterations: maximum + 1 } }],
    ['half an iteration', { ...file, kdf: { ...kdf, iterations: iterations + 0.5 } }],
    ['iterations as text', { ...file, kdf: { ...kdf, iterations: `${iterations}` } }],
    ['an unknown network', { ...file, network: 'moonnet' }],
    ['a network that is no text', { ...file, network: 3 }],
    ['a short salt', { ...file, kdf: { ...kdf, salt: kdf.salt.slice(2) } }],
    ['a long salt', { ...file, kdf: { ...kdf, salt: `${kdf.salt}00` } }],
    ['a short nonce', { ...file, cipher: { ...cipher, nonce: cipher.nonce.slice(2) } }],
    ['a long nonce', { ...file, cipher: { ...cipher, nonce: `${cipher.nonce}00` } }],
    ['no ciphertext but a tag', { ...file, ciphertext: ciphertext.slice(0, 32) }],
  ])('with %s', async (_case, changed) => {
    expect(() => decodeVaultFile(changed)).toThrow(unreadable);
    if ((changed as { format: string }).format !== 'other')
      await expect(readVaultExport(new Blob([JSON.stringify(changed)]))).rejects.toThrow(unreadable);
  });

  test('with any other JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => decodeVaultFile(value)).toThrow(unreadable);
      }),
    );
  });
});

describe('an exported wallet', () => {
  const refused = { code: 'not_a_vault_file' };

  test('is read back and opens with its password', async () => {
    const read = await readVaultExport(new Blob([encodeVaultExport(file)]));
    expect((await openVault(read, PASSWORD)).contents.phrase).toBe(MNEMONIC);
    const foreign = readVaultExport(new Blob([encodeVaultExport(file)]), 'testnet');
    await expect(foreign).rejects.toMatchObject({ code: 'vault_other_network' });
  });

  test.each(['', '{', 'null', '[]', '{"format":"other"}', '"cairn-vault"'])('is not %s', async (text) => {
    await expect(readVaultExport(new Blob([text]))).rejects.toMatchObject(refused);
  });

  test('that is too large is not read at all', async () => {
    const large = { size: MAX_VAULT_FILE_BYTES + 1, text: () => expect.unreachable() };
    await expect(readVaultExport(large)).rejects.toMatchObject(refused);
  });
});
