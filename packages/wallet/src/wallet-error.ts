/** Error codes of the wallet. Screens branch on the code, never on the message. */
export type WalletErrorCode =
  | 'invalid_account_index'
  | 'wrong_password'
  /** The vault is damaged, or another version of the wallet wrote it; it stays unchanged. */
  | 'vault_unreadable'
  /** Another tab has stored the vault with another key or other contents. */
  | 'vault_changed'
  | 'wallet_locked'
  | 'invalid_contents'
  /** A list of the wallet's contents has as many entries as it may have. */
  | 'wallet_full'
  | 'account_listed'
  | 'invalid_watch_address'
  | 'last_account'
  | 'not_a_vault_file'
  /** The vault is for another network than the gateway's. */
  | 'vault_other_network'
  | 'storage_unavailable'
  | 'storage_write_failed'
  | 'plan_mismatch';

/** Error of this package: a literal code, and a message that contains no secret. */
export class WalletError extends Error {
  readonly code: WalletErrorCode;

  constructor(code: WalletErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WalletError';
    this.code = code;
  }
}

/** True for a {@link WalletError} with this code. */
export function isWalletError(error: unknown, code: WalletErrorCode): error is WalletError {
  return error instanceof WalletError && error.code === code;
}
