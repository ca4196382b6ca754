import { WalletError, type WalletErrorCode } from '@cairn/wallet';
import { NoTestCoins } from '../model/test-coins.ts';
import { t, type MessageKey } from '../messages/messages.ts';

type FailureKey = Exclude<MessageKey & `failure.${string}`, 'failure.unknown'>;

/** Every code of the wallet's own errors; a new one without words is a type error. */
const FAILURES: Readonly<Record<WalletErrorCode, FailureKey>> = {
  invalid_mnemonic: 'failure.invalidPhrase',
  invalid_account_index: 'failure.noAccount',
  wrong_password: 'failure.wrongPassword',
  password_too_short: 'failure.passwordShort',
  vault_damaged: 'failure.vaultUnreadable',
  vault_unsupported: 'failure.vaultUnreadable',
  vault_newer: 'failure.vaultNewer',
  vault_changed: 'failure.vaultChanged',
  wallet_locked: 'failure.locked',
  invalid_contents: 'failure.invalidContents',
  too_many_accounts: 'failure.tooManyAccounts',
  account_listed: 'failure.accountListed',
  invalid_watch_address: 'failure.invalidWatchAddress',
  last_account: 'failure.lastAccount',
  not_a_vault_file: 'failure.notAVaultFile',
  vault_other_network: 'failure.vaultOtherNetwork',
  wait_first: 'failure.waitFirst',
  storage_unavailable: 'failure.storageUnavailable',
  storage_write_failed: 'failure.storage',
  plan_mismatch: 'failure.planMismatch',
};

/** A failure of the wallet's own work, in plain words. */
export function describeFailure(error: unknown): string {
  if (error instanceof NoTestCoins) return t('failure.noTestCoins');
  if (!(error instanceof WalletError)) {
    return t('failure.unknown', { name: error instanceof Error ? error.name : typeof error });
  }
  const full = error.code === 'storage_write_failed' && error.data['full'] === true;
  return t(full ? 'failure.storageFull' : FAILURES[error.code]);
}
