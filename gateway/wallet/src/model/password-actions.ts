import {
  createVault,
  encodeVaultExport,
  isOutdated,
  isSameVault,
  openVault,
  replaceVault,
  vaultExportName,
  WalletError,
  type VaultContents,
  type VaultFile,
} from '@cairn/wallet';
import type { PasswordGuard } from './password-guard.ts';
import type { ActionContext, VaultSession } from './vault-session.ts';

/**
 * Actions that require the password in an open wallet. They reject with `wrong_password` or `wait_first`, among others.
 */
export interface PasswordActions {
  /**
   * Encrypts the vault under a new password. The old vault is replaced only after the new one was read back and opened.
   * Every other tab locks. If this rejects, the old password still opens the wallet.
   */
  changePassword(input: { password: string; next: string }): Promise<void>;
  /** Returns the recovery phrase. The caller must drop it as soon as it is no longer shown. */
  revealPhrase(password: string): Promise<string>;
  /** Returns the stored vault as a file, after checking that the password opens it. */
  exportWallet(password: string): Promise<{ name: string; text: string }>;
  /** Milliseconds until another password may be tried. */
  passwordWait(): Promise<number>;
}

/** Creates the actions that need the password. */
export function createPasswordActions(
  { services }: ActionContext,
  session: VaultSession,
  guard: PasswordGuard,
): PasswordActions {
  const { vault: storage } = services.storage;
  const check = (password: string): Promise<{ file: VaultFile; contents: VaultContents }> =>
    guard.attempt(async () => openVault(await storage.read(), password));
  return {
    passwordWait: () => guard.wait(),
    revealPhrase: async (password) => (await check(password)).contents.phrase,
    async exportWallet(password) {
      const { file } = await check(password);
      return { name: vaultExportName(file.network, services.now()), text: encodeVaultExport(file) };
    },
    async changePassword({ password, next }) {
      const { file } = await check(password);
      await services.exclusively(async () => {
        const { stored } = await session.readStored();
        // Another tab has stored another vault since the password was checked.
        if (!isSameVault(stored, file))
          throw new WalletError('vault_changed', 'Another tab changed the wallet.');
        await rekey({ services, session, password: next });
      });
    },
  };
}

/**
 * Upgrades a vault of an older version, or with fewer iterations than new ones, right after it was opened. Removes a
 * staged vault that an interrupted change left. The wallet works without either, so a failure is recorded in the state,
 * not thrown.
 */
export async function upgradeVault(
  context: Pick<ActionContext, 'services' | 'store'>,
  session: VaultSession,
  opened: { file: VaultFile; password: string },
): Promise<void> {
  const { services, store } = context;
  try {
    const done = await services.exclusively(async () => {
      if ((await services.storage.vault.readStaged()) !== undefined)
        await services.storage.vault.discardStaged();
      const { stored } = await session.readStored();
      if (!isOutdated(opened.file) || !isSameVault(stored, opened.file)) return false;
      await rekey({ services, session, password: opened.password });
      return true;
    });
    if (done) store.update({ vaultUpgrade: 'done' });
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    store.update({ vaultUpgrade: 'failed' });
  }
}

/** Encrypts the stored contents under a new key. The caller excludes concurrent changes. */
async function rekey(input: {
  services: ActionContext['services'];
  session: VaultSession;
  password: string;
}): Promise<void> {
  const { services, session, password } = input;
  const { vault: before } = session.require();
  const { stored, contents } = await session.readStored();
  const { file, vault } = await createVault({ password, network: before.network, contents });
  await replaceVault({
    storage: services.storage.vault,
    next: file,
    password,
    contents,
    expected: stored,
    requireUnlocked: () => session.requireSame(before),
  });
  services.tabs.post('vault');
  session.rekey(before, vault);
}
