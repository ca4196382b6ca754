import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVaultContents, decodeVaultContents } from './vault-contents.ts';
import { decodeVaultFile, encodeAssociatedData, type VaultFile } from './vault-file.ts';
import committed from './vault-vectors.json' with { type: 'json' };
import { deriveKeysFast } from '../test-support.ts';
import { createVault, deriveVaultKey, encryptVault, openVault, passwordProblem } from './vault.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const PASSWORD = 'pässword of the cairn';
const CONTENTS = createVaultContents(MNEMONIC, { accounts: 3 });
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const seal = (password = PASSWORD) => createVault({ password, network: 'devnet', contents: CONTENTS });

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
function openIndependently(file: VaultFile, key: Buffer): string {
  const sealed = hex(file.ciphertext);
  const decipher = createDecipheriv('aes-256-gcm', key, hex(file.cipher.nonce));
  decipher.setAAD(Buffer.from(headerText(file)));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString();
}

/** Encrypts a plaintext with node:crypto. */
function sealIndependently(file: VaultFile, key: Buffer, plaintext: string): string {
  const cipher = createCipheriv('aes-256-gcm', key, hex(file.cipher.nonce));
  cipher.setAAD(Buffer.from(headerText(file)));
  return Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'hex',
  );
}

test.each(committed.vectors)(
  'the vector “$name”: wallet and node:crypto read and write the same bytes',
  async ({ password, associatedData, plaintext, file: stored }) => {
    const file = decodeVaultFile(stored);
    const { contents } = await openVault(stored, password);
    expect(contents).toEqual(decodeVaultContents(new TextEncoder().encode(plaintext)));
    expect(new TextDecoder().decode(encodeAssociatedData(file))).toBe(associatedData);
    const key = await deriveVaultKey(password, file.kdf);
    expect(key).toMatchObject({ extractable: false, usages: ['encrypt', 'decrypt'] });
    expect(await encryptVault(key, file, new TextEncoder().encode(plaintext))).toBe(file.ciphertext);
    expect(headerText(file)).toBe(associatedData);
    const stretched = stretch(password, file);
    expect(openIndependently(file, stretched)).toBe(plaintext);
    expect(sealIndependently(file, stretched, plaintext)).toBe(file.ciphertext);
  },
);

describe('vault', () => {
  // The vectors have shown the derivation.
  let deriveSlowly: () => void;
  beforeAll(() => (deriveSlowly = deriveKeysFast()));
  afterAll(() => deriveSlowly());

  test('opens with its password, typed in any Unicode form, and with no other', async () => {
    const { file } = await seal(PASSWORD.normalize('NFC'));
    const { vault, contents } = await openVault(structuredClone(file), PASSWORD.normalize('NFD'));
    expect(contents).toEqual(CONTENTS);
    expect(vault.network).toBe('devnet');
    await expect(openVault(file, `${PASSWORD} `)).rejects.toMatchObject({ code: 'wrong_password' });
  });

  test('has 900,000 iterations and a salt of 32 bytes, another one each time', async () => {
    const [one, other] = [await seal(), await seal()].map(({ file }) => file.kdf);
    expect(one).toMatchObject({ name: 'PBKDF2-HMAC-SHA-256', iterations: 900_000 });
    expect([one!.salt.length, one!.salt === other!.salt]).toEqual([64, false]);
  });

  test('encrypts changed contents without the password, with a fresh nonce each time', async () => {
    const { file: first, vault } = await seal();
    const contents = await vault.read(first);
    const second = await vault.seal({ ...contents, selected: 2 });
    const third = await vault.seal(await vault.read(second));
    const nonces = [first, second, third].map((file) => file.cipher.nonce);
    expect(new Set(nonces).size).toBe(3);
    expect((await openVault(third, PASSWORD)).contents).toEqual({ ...contents, selected: 2 });
  });

  test('does not read a file under another key, of another network, or none', async () => {
    const [{ file, vault }, other] = [await seal(), await seal()];
    for (const changed of [other.file, { ...file, network: 'testnet' }])
      await expect(vault.read(changed)).rejects.toMatchObject({ code: 'vault_changed' });
    await expect(vault.read(undefined)).rejects.toMatchObject({ code: 'vault_unreadable' });
  });

  test('does not encrypt contents that could not be decrypted again', async () => {
    const { file, vault } = await seal();
    const contents = await vault.read(file);
    await expect(vault.seal({ ...contents, selected: 9 })).rejects.toMatchObject({
      code: 'invalid_contents',
    });
  });

  test('detects every changed field of header and ciphertext', async () => {
    const { file } = await seal();
    const flip = (text: string): string => (text.startsWith('0') ? '1' : '0') + text.slice(1);
    const changes: unknown[] = [
      { ...file, network: 'testnet' },
      { ...file, kdf: { ...file.kdf, iterations: 900_001 } },
      { ...file, kdf: { ...file.kdf, salt: flip(file.kdf.salt) } },
      { ...file, cipher: { ...file.cipher, nonce: flip(file.cipher.nonce) } },
      { ...file, ciphertext: flip(file.ciphertext) },
      { ...file, ciphertext: file.ciphertext.slice(0, -2) },
    ];
    for (const changed of changes) {
      await expect(openVault(changed, PASSWORD)).rejects.toMatchObject({ code: 'wrong_password' });
    }
  });
});

test.each<[ReturnType<typeof passwordProblem>, string[]]>([
  ['short', ['', '1234567']],
  ['common', ['12345678', '87654321', '1234567890', 'aaaaaaaaa', 'Password', 'qwertyuiop', '00000000']],
  [undefined, ['correct horse', 'zvq8 r2k', '12345679', 'passwords of mine', 'ünicode!']],
])('a new password that is %s', (problem, passwords) => {
  expect(passwords.map(passwordProblem)).toEqual(passwords.map(() => problem));
});
