import {
  createVault,
  encodeVaultExport,
  isSameVault,
  openVault,
  vaultExportName,
  type VaultContents,
  type VaultFile,
  WalletError,
} from '@cairn/wallet';
import type { ActionContext, VaultSession } from './vault-session.ts';

/** Actions that require the password in an open wallet. They reject with `wrong_password`, among others. */
export interface PasswordActions {
  /**
   * Encrypts the vault under a new password. Every other tab locks. If this rejects, the old password still opens the
   * wallet.
   */
  changePassword(input: { password: string; next: string }): Promise<void>;
  /** Returns the recovery phrase. The caller must drop it as soon as it is no longer shown. */
  revealPhrase(password: string): Promise<string>;
  /** Returns the stored vault as a file, after checking that the password opens it. */
  exportWallet(password: string): Promise<{ name: string; text: string }>;
}

/** Creates the actions that need the password. */
export function createPasswordActions({ services }: ActionContext, session: VaultSession): PasswordActions {
  const { vault: storage } = services.storage;
  const check = async (password: string): Promise<{ file: VaultFile; contents: VaultContents }> =>
    openVault(await storage.read(), password);
  return {
    revealPhrase: async (password) => (await check(password)).contents.phrase,
    async exportWallet(password) {
      const { file } = await check(password);
      return { name: vaultExportName(file.network, services.now()), text: encodeVaultExport(file) };
    },
    async changePassword({ password, next }) {
      const { file: opened } = await check(password);
      await services.exclusively(async () => {
        const { vault: before } = session.require();
        const { stored, contents } = await session.readStored();
        // Another change of the password came first.
        if (!isSameVault(stored, opened))
          throw new WalletError('vault_changed', 'The password was changed meanwhile.');
        const { file, vault } = await createVault({ password: next, network: before.network, contents });
        // Write nothing if the wallet was meanwhile locked, even if it was then opened again.
        session.requireSame(before);
        await storage.write(file, stored);
        services.tabs.post('vault');
        session.rekey(before, vault);
      });
    },
  };
}
