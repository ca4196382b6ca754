import { describe, expect, test } from 'vitest';
import { createVaultContents } from './vault-contents.ts';
import { encodeVaultExport, readVaultExport, vaultExportName } from './vault-export.ts';
import { MAX_VAULT_FILE_BYTES } from './vault-file.ts';
import { createVault, openVault } from './vault.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const PASSWORD = 'long enough';
const exported = async (): Promise<string> => {
  const contents = createVaultContents(PHRASE);
  return encodeVaultExport((await createVault({ password: PASSWORD, network: 'devnet', contents })).file);
};
const refused = { code: 'not_a_vault_file' };

describe('an exported wallet', () => {
  test('is read back and opens with its password', async () => {
    const text = await exported();
    expect(text).not.toContain('junk');
    const file = await readVaultExport(new Blob([text]));
    expect((await openVault(file, PASSWORD)).contents.phrase).toBe(PHRASE);
  });

  test('is named by network and day', () => {
    expect(vaultExportName('devnet', Date.UTC(2026, 1, 3))).toBe('cairn-wallet-devnet-2026-02-03.json');
  });

  test.each(['', '{', 'null', '[]', '{"format":"other"}', '"cairn-vault"'])(
    '%s is told to be none',
    async (text) => {
      await expect(readVaultExport(new Blob([text]))).rejects.toMatchObject(refused);
    },
  );

  test('a file that is too large is not read at all § vault file size', async () => {
    const text = () => expect.unreachable();
    const large = { size: MAX_VAULT_FILE_BYTES + 1, text };
    await expect(readVaultExport(large)).rejects.toMatchObject(refused);
  });

  test('a vault of a newer version, and one that was cut or weakened, are told apart', async () => {
    const file = JSON.parse(await exported()) as { version: number; kdf: object };
    const read = (value: unknown) => readVaultExport(new Blob([JSON.stringify(value)]));
    await expect(read({ ...file, version: 9 })).rejects.toMatchObject({ code: 'vault_newer' });
    await expect(read({ ...file, ciphertext: '00' })).rejects.toMatchObject({ code: 'vault_damaged' });
    const weak = { ...file, kdf: { ...file.kdf, iterations: 1_000 } };
    await expect(read(weak)).rejects.toMatchObject({ code: 'vault_unsupported' });
  });
});
