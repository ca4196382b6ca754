import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { createVault, createVaultContents, openKeyring, type Keyring, type OpenVault } from '@cairn/wallet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browser, PASSWORD, useBrowser } from '../../test/fixture-browser.ts';
import { Store } from '@cairn/ui';
import { reduce } from './reducer.ts';
import { INITIAL_STATE } from './state.ts';
import { Vault } from './vault.ts';

useBrowser();
let session: Vault;
let vault: OpenVault;
let keyring: Keyring;

const stored = () => browser.storage.vault.read();
const named = (name: string) => (contents: ReturnType<typeof createVaultContents>) => ({
  ...contents,
  accounts: [{ index: 0, name }],
});

beforeEach(async () => {
  session = new Vault(browser.services(), new Store(INITIAL_STATE, reduce));
  const contents = createVaultContents(DEVELOPMENT_MNEMONIC);
  const made = await createVault({ password: PASSWORD, network: 'devnet', contents });
  ({ vault } = made);
  keyring = await openKeyring(DEVELOPMENT_MNEMONIC, 'devnet');
  await browser.storage.vault.write(made.file, undefined);
});
afterEach(() => session.stop());

/** Opens the session; `meanwhile` runs between the reading and the writing of a change. */
function open(meanwhile: () => Promise<void> = async () => undefined): void {
  const slow: OpenVault = {
    ...vault,
    async seal(contents) {
      await meanwhile();
      return await vault.seal(contents);
    },
  };
  session.open(slow, keyring, createVaultContents(DEVELOPMENT_MNEMONIC));
}

test('a closed session has forgotten its secrets, and the keys are overwritten', () => {
  open();
  session.close();
  expect(session.secrets).toBeUndefined();
  expect(() => keyring.account(0)).toThrow(expect.objectContaining({ code: 'wallet_locked' }));
  expect(() => session.require()).toThrow(expect.objectContaining({ code: 'wallet_locked' }));
});

test('a change is not written if the wallet is locked before', async () => {
  open(async () => session.close());
  const before = await stored();
  await expect(session.update(named('late'))).rejects.toMatchObject({ code: 'wallet_locked' });
  expect(await stored()).toEqual(before);
});

test('a session locks if its wallet is stored under another password, even without a message from that tab', async () => {
  open();
  const contents = createVaultContents(DEVELOPMENT_MNEMONIC);
  const other = await createVault({ password: 'another horse', network: 'devnet', contents });
  await browser.storage.vault.write(other.file, await stored());
  await expect(session.update(named('mine'))).rejects.toMatchObject({ code: 'vault_changed' });
  expect(session.secrets).toBeUndefined();
  expect(await stored()).toEqual(other.file);
});
