import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVaultContents } from './vault-contents.ts';
import { DEFAULT_ITERATIONS, ITERATION_BOUNDS, type VaultFile } from './vault-file.ts';
import { createVault, openVault } from './vault.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const PASSWORD = 'pässword of the cairn';
const ITERATIONS = 1_000;
const BOUNDS = { minimum: 1, maximum: 2_000 };

function seal(password = PASSWORD, iterations = ITERATIONS) {
  const contents = createVaultContents(MNEMONIC, { accounts: 3 });
  return createVault({ password, network: 'devnet', contents, iterations });
}

/** Decrypts a vault with node:crypto, following the description in vault-file.ts. */
function openIndependently(file: VaultFile, password: string): unknown {
  const key = pbkdf2Sync(password, Buffer.from(file.kdf.salt, 'hex'), file.kdf.iterations, 32, 'sha256');
  const header =
    `{"format":"cairn-vault","version":${file.version},"network":"${file.network}",` +
    `"kdf":{"name":"PBKDF2-HMAC-SHA-256","iterations":${file.kdf.iterations},"salt":"${file.kdf.salt}"},` +
    `"cipher":{"name":"AES-256-GCM","nonce":"${file.cipher.nonce}"}}`;
  const sealed = Buffer.from(file.ciphertext, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.cipher.nonce, 'hex'));
  decipher.setAAD(Buffer.from(header, 'utf8'));
  decipher.setAuthTag(sealed.subarray(-16));
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString());
}

describe('vault', () => {
  test('opens with its password and with no other', async () => {
    const { file } = await seal();
    const { vault, contents } = await openVault(structuredClone(file), PASSWORD, BOUNDS);
    expect(contents).toEqual(createVaultContents(MNEMONIC, { accounts: 3 }));
    expect(vault.network).toBe('devnet');
    await expect(openVault(file, `${PASSWORD} `, BOUNDS)).rejects.toMatchObject({ code: 'wrong_password' });
  });

  test('is decrypted by an independent implementation', async () => {
    const { file } = await seal();
    expect(openIndependently(file, PASSWORD)).toEqual({
      phrase: MNEMONIC,
      accounts: [0, 1, 2].map((index) => ({ index, name: '' })),
      watchOnly: [],
      selected: 0,
      contacts: [],
      labels: {},
      backedUp: false,
      searched: true,
    });
  });

  test('by default derives the key with 900,000 iterations and a 32-byte salt, within its own bounds', async () => {
    const { file } = await createVault({
      password: PASSWORD,
      network: 'testnet',
      contents: createVaultContents(MNEMONIC),
    });
    expect(file.kdf).toMatchObject({ name: 'PBKDF2-HMAC-SHA-256', iterations: 900_000 });
    expect(file.kdf.salt).toHaveLength(64);
    expect(DEFAULT_ITERATIONS).toBeGreaterThanOrEqual(ITERATION_BOUNDS.minimum);
    await expect(openVault(file, PASSWORD)).resolves.toMatchObject({ vault: { network: 'testnet' } });
  });

  test('encrypts changed contents without the password, with a fresh nonce each time', async () => {
    const { file: first, vault } = await seal();
    const contents = await vault.read(first);
    const second = await vault.seal({ ...contents, selected: 2 });
    const third = await vault.seal(await vault.read(second));
    const nonces = [first, second, third].map((file) => file.cipher.nonce);
    expect(new Set(nonces).size).toBe(3);
    expect((await openVault(third, PASSWORD, BOUNDS)).contents.selected).toBe(2);
    expect(openIndependently(second, PASSWORD)).toMatchObject({ selected: 2 });
  });

  test('an open vault does not read a file under another key', async () => {
    const [{ vault }, other] = [await seal(), await seal()];
    await expect(vault.read(other.file)).rejects.toMatchObject({ code: 'vault_changed' });
    await expect(vault.read(undefined)).rejects.toMatchObject({ code: 'vault_unreadable' });
  });

  test('an open vault does not read a file that names another network', async () => {
    const { file, vault } = await seal();
    await expect(vault.read({ ...file, network: 'testnet' })).rejects.toMatchObject({
      code: 'vault_changed',
    });
  });

  test('contents that could not be decrypted again are not encrypted', async () => {
    const { file, vault } = await seal();
    const contents = await vault.read(file);
    for (const wrong of [{ selected: 9 }, { accounts: [] }, { labels: { id: 'x'.repeat(121) } }]) {
      await expect(vault.seal({ ...contents, ...wrong })).rejects.toMatchObject({ code: 'invalid_contents' });
    }
  });

  test('two vaults of the same phrase and password share neither salt nor ciphertext', async () => {
    const [one, two] = await Promise.all([seal(), seal()]);
    expect(one.file.kdf.salt).not.toBe(two.file.kdf.salt);
    expect(one.file.ciphertext).not.toBe(two.file.ciphertext);
  });

  test('stores neither phrase nor password in readable form', async () => {
    const { file } = await seal();
    const stored = JSON.stringify(file);
    for (const text of ['test', 'junk', PASSWORD]) {
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(Buffer.from(text).toString('hex'));
    }
  });

  test('the same password typed in another Unicode form opens it', async () => {
    const { file } = await seal(PASSWORD.normalize('NFC'));
    await expect(openVault(file, PASSWORD.normalize('NFD'), BOUNDS)).resolves.toBeDefined();
  });

  test('every changed field of the header or ciphertext is detected', async () => {
    const { file } = await seal();
    const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
    const changes: unknown[] = [
      { ...file, network: 'testnet' },
      { ...file, kdf: { ...file.kdf, iterations: ITERATIONS + 1 } },
      { ...file, kdf: { ...file.kdf, salt: flip(file.kdf.salt) } },
      { ...file, cipher: { ...file.cipher, nonce: flip(file.cipher.nonce) } },
      { ...file, ciphertext: flip(file.ciphertext) },
      { ...file, ciphertext: file.ciphertext.slice(0, -2) },
    ];
    for (const changed of changes) {
      await expect(openVault(changed, PASSWORD, BOUNDS)).rejects.toMatchObject({ code: 'wrong_password' });
    }
  });
});
