import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decodeVaultContents } from './vault-contents.ts';
import { decodeVaultFile, encodeAssociatedData, type VaultFile } from './vault-file.ts';
import { bytesOf, deriveVaultKey, encryptVault } from './vault.ts';
import committed from './vault-vectors.json' with { type: 'json' };
import { createVault, openVault } from './vault.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** The header as docs/VAULT-FORMAT.md describes it, built by hand. */
function headerText({ version, network, kdf, cipher }: VaultFile): string {
  return (
    `{"format":"cairn-vault","version":${version},"network":"${network}",` +
    `"kdf":{"name":"PBKDF2-HMAC-SHA-256","iterations":${kdf.iterations},"salt":"${kdf.salt}"},` +
    `"cipher":{"name":"AES-256-GCM","nonce":"${cipher.nonce}"}}`
  );
}

const stretch = (password: string, { kdf }: VaultFile): Buffer =>
  pbkdf2Sync(password.normalize('NFKC'), hex(kdf.salt), kdf.iterations, 32, 'sha256');

/** Decrypts a vault with node:crypto. */
function openIndependently(file: VaultFile, password: string): string {
  const sealed = hex(file.ciphertext);
  const decipher = createDecipheriv('aes-256-gcm', stretch(password, file), hex(file.cipher.nonce));
  decipher.setAAD(Buffer.from(headerText(file)));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString();
}

/** Encrypts a plaintext with node:crypto. */
function sealIndependently(file: VaultFile, password: string, plaintext: string): string {
  const cipher = createCipheriv('aes-256-gcm', stretch(password, file), hex(file.cipher.nonce));
  cipher.setAAD(Buffer.from(headerText(file)));
  return Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'hex',
  );
}

describe.each(committed.vectors)(
  'vault vector: $name',
  ({ password, associatedData, plaintext, file: stored }) => {
    const file = decodeVaultFile(stored);

    test('the wallet opens it and reads its contents', async () => {
      const { contents } = await openVault(stored, password);
      expect(contents).toEqual(decodeVaultContents(new TextEncoder().encode(plaintext)));
    });

    test('the wallet’s functions produce the same bytes', async () => {
      expect(new TextDecoder().decode(encodeAssociatedData(file))).toBe(associatedData);
      const key = await deriveVaultKey(password, bytesOf(file.kdf.salt), file.kdf.iterations);
      const sealed = await encryptVault(key, file, new TextEncoder().encode(plaintext));
      expect(Buffer.from(sealed).toString('hex')).toBe(file.ciphertext);
    });

    test('node:crypto decrypts and creates it from the description alone', () => {
      expect(headerText(file)).toBe(associatedData);
      expect(openIndependently(file, password)).toBe(plaintext);
      expect(sealIndependently(file, password, plaintext)).toBe(file.ciphertext);
    });

    test('node:crypto decrypts the wallet’s vault', async () => {
      const { contents } = await openVault(stored, password);
      const resealed = await createVault({ password, network: file.network, contents, iterations: 5 });
      expect(JSON.parse(openIndependently(resealed.file, password))).toEqual(contents);
    });
  },
);
