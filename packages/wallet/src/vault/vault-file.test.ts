import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVaultContents } from './vault-contents.ts';
import { decodeVaultFile, encodeVaultExport, MAX_VAULT_FILE_BYTES, readVaultExport } from './vault-file.ts';
import { createVault, openVault } from './vault.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const ITERATIONS = 1_000;
const BOUNDS = { minimum: 1, maximum: 2_000 };

function seal() {
  const contents = createVaultContents(MNEMONIC);
  return createVault({ password: 'pässword', network: 'devnet', contents, iterations: ITERATIONS });
}

describe('reading a stored vault', () => {
  test.each([599_999, 10_000_001, Number.MAX_SAFE_INTEGER])(
    'refuses %i iterations without trying them',
    async (iterations) => {
      const { file } = await seal();
      expect(() => decodeVaultFile({ ...file, kdf: { ...file.kdf, iterations } })).toThrow(
        expect.objectContaining({ code: 'vault_unreadable' }),
      );
    },
  );

  test('refuses other formats, versions and algorithms', async () => {
    const { file } = await seal();
    for (const changed of [
      { ...file, format: 'other' },
      { ...file, version: 0 },
      { ...file, version: 1 },
      { ...file, version: 3 },
      { ...file, version: '2' },
      { ...file, kdf: { ...file.kdf, name: 'PBKDF2-HMAC-SHA-1' } },
      { ...file, cipher: { ...file.cipher, name: 'AES-128-GCM' } },
    ]) {
      expect(() => decodeVaultFile(changed, BOUNDS)).toThrow(
        expect.objectContaining({ code: 'vault_unreadable' }),
      );
    }
  });

  test('refuses a field of another shape, whatever the others are', async () => {
    const { file } = await seal();
    const { kdf, cipher, ciphertext } = file;
    for (const changed of [
      { ...file, network: 'moonnet' },
      { ...file, network: 3 },
      { ...file, kdf: { ...kdf, iterations: 1_000.5 } },
      { ...file, kdf: { ...kdf, iterations: `${ITERATIONS}` } },
      { ...file, kdf: { ...kdf, salt: kdf.salt.slice(2) } },
      { ...file, kdf: { ...kdf, salt: `${kdf.salt}00` } },
      { ...file, cipher: { ...cipher, nonce: cipher.nonce.slice(2) } },
      { ...file, cipher: { ...cipher, nonce: `${cipher.nonce}00` } },
      { ...file, ciphertext: ciphertext.slice(0, 32) },
    ]) {
      expect(() => decodeVaultFile(changed, BOUNDS)).toThrow(
        expect.objectContaining({ code: 'vault_unreadable' }),
      );
    }
  });

  test('any JSON value gives a vault or a coded error, nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => decodeVaultFile(value)).toThrow(
          expect.objectContaining({
            code: 'vault_unreadable',
          }),
        );
      }),
    );
  });
});

const PASSWORD = 'long enough';
const exported = async (): Promise<string> => {
  const contents = createVaultContents(MNEMONIC);
  return encodeVaultExport((await createVault({ password: PASSWORD, network: 'devnet', contents })).file);
};
const refused = { code: 'not_a_vault_file' };

describe('an exported wallet', () => {
  test('is read back and opens with its password', async () => {
    const text = await exported();
    expect(text).not.toContain('junk');
    const file = await readVaultExport(new Blob([text]));
    expect((await openVault(file, PASSWORD)).contents.phrase).toBe(MNEMONIC);
  });

  test.each(['', '{', 'null', '[]', '{"format":"other"}', '"cairn-vault"'])(
    '%s is not an exported wallet',
    async (text) => {
      await expect(readVaultExport(new Blob([text]))).rejects.toMatchObject(refused);
    },
  );

  test('a file that is too large is not read at all', async () => {
    const text = () => expect.unreachable();
    const large = { size: MAX_VAULT_FILE_BYTES + 1, text };
    await expect(readVaultExport(large)).rejects.toMatchObject(refused);
  });

  test('a newer, a truncated and a weakened vault are refused', async () => {
    const file = JSON.parse(await exported()) as { version: number; kdf: object };
    const read = (value: unknown) => readVaultExport(new Blob([JSON.stringify(value)]));
    await expect(read({ ...file, version: 9 })).rejects.toMatchObject({ code: 'vault_unreadable' });
    await expect(read({ ...file, ciphertext: '00' })).rejects.toMatchObject({ code: 'vault_unreadable' });
    const weak = { ...file, kdf: { ...file.kdf, iterations: 1_000 } };
    await expect(read(weak)).rejects.toMatchObject({ code: 'vault_unreadable' });
  });
});
