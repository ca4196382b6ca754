import { ApiError, TransportError } from '@cairn/api/rpc';
import { WalletError, type WalletErrorCode } from '@cairn/wallet';
import { NoTestCoinsError } from '../model/test-coins.ts';
import { texts } from './code.texts.ts';

const { t } = texts;

type FailureKey = Exclude<keyof typeof texts.dictionary & `failure.${string}`, 'failure.unknown'>;

/** The errors that a form cannot prevent; the screens check the rest before they act. */
const FAILURES: Readonly<Partial<Record<WalletErrorCode, FailureKey>>> = {
  wrong_password: 'failure.wrongPassword',
  vault_unreadable: 'failure.vaultUnreadable',
  vault_changed: 'failure.vaultChanged',
  invalid_account_index: 'failure.vaultChanged',
  wallet_locked: 'failure.locked',
  invalid_contents: 'failure.invalidContents',
  too_many_accounts: 'failure.tooManyAccounts',
  account_listed: 'failure.accountListed',
  not_a_vault_file: 'failure.notAVaultFile',
  vault_other_network: 'failure.vaultOtherNetwork',
  storage_unavailable: 'failure.storageUnavailable',
  storage_write_failed: 'failure.storage',
};

/** The text for an error of the wallet, the node or the gateway; for any other error, a text with its name. */
export function describeFailure(error: unknown): string {
  if (error instanceof ApiError) return explainCode(error.code);
  if (error instanceof TransportError) return explainCode(error.code);
  if (error instanceof NoTestCoinsError) return t('failure.noTestCoins');
  if (!(error instanceof WalletError))
    return t('failure.unknown', { name: error instanceof Error ? error.name : typeof error });
  if (error.code === 'storage_write_failed' && error.data['full'] === true) return t('failure.storageFull');
  const key = FAILURES[error.code];
  return key === undefined ? t('failure.unknown', { name: error.code }) : t(key);
}

/** The text for a node's `reason`, or for a code of node, gateway or RPC client; an unknown code is quoted. */
export function explainCode(code: string): string {
  const key = [`reason.${code}`, `code.${code}`].find((candidate) =>
    Object.hasOwn(texts.dictionary, candidate),
  );
  return t((key ?? 'code.unknown') as 'code.unknown', { code });
}
