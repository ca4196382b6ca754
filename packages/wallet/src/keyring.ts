import {
  type Address,
  bytesToHex,
  encodeTransaction,
  getNetwork,
  type NetworkName,
  type SignedMessage,
  signMessage,
  signTransaction,
  type TransactionBody,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';
import { deriveAccountsKey, deriveKey, mnemonicToSeedAsync } from '@cairn/protocol/hd-keys';
import { MAX_ACCOUNT_INDEX } from './vault/vault-contents.ts';
import { WalletError } from './wallet-error.ts';

/** The public part of a derived account. */
export interface Account {
  /** Last step of the path `m/44'/1'/0'/0/i`. */
  readonly index: number;
  readonly path: string;
  readonly address: Address;
}

/** A signed transaction: its ID and the exact bytes to send (426 lowercase hex characters). */
export interface SignedTransaction {
  readonly id: TransactionId;
  readonly raw: string;
}

/**
 * Derives accounts and signs with them. It keeps their common key in memory and returns none. A private key exists only while
 * an address is derived or something is signed; then its bytes are overwritten.
 */
export interface Keyring {
  readonly network: NetworkName;
  /** Derives the public part of an account. Throws `invalid_account_index` outside 0 … 2^31 − 1. */
  account(index: number): Account;
  /** Signs as account `index`. Throws `plan_mismatch` when the body is not from that account on this chain. */
  sign(index: number, body: TransactionBody): SignedTransaction;
  /**
   * Signs a message as account `index`; the signature is valid for no transaction. Throws `ProtocolError`
   * `invalid_message`.
   */
  signMessage(index: number, message: string): SignedMessage;
  /** Overwrites the common key; every other method then throws `wallet_locked`. */
  destroy(): void;
}

/** Creates the keyring of a valid recovery phrase. */
export async function openKeyring(mnemonic: string, networkName: NetworkName): Promise<Keyring> {
  const network = getNetwork(networkName);
  const seed = await mnemonicToSeedAsync(mnemonic);
  const common = deriveAccountsKey(seed);
  seed.fill(0);
  const accounts = new Map<number, Account>();
  let destroyed = false;

  function withKey<T>(index: number, use: (key: ReturnType<typeof deriveKey>) => T): T {
    if (destroyed) throw new WalletError('wallet_locked', 'The wallet was locked meanwhile.');
    if (!Number.isInteger(index) || index < 0 || index > MAX_ACCOUNT_INDEX) {
      throw new WalletError('invalid_account_index', `There is no account ${index}.`);
    }
    const key = deriveKey({ accounts: common, network, index });
    try {
      return use(key);
    } finally {
      key.privateKey.fill(0);
    }
  }

  return {
    network: networkName,
    account(index) {
      const known = accounts.get(index);
      if (known !== undefined) return known;
      const account = withKey(index, ({ path, address }) => ({ index, path, address }));
      accounts.set(index, account);
      return account;
    },
    sign(index, body) {
      return withKey(index, (key) => {
        if (body.fromAddress !== key.address || body.chain !== network.chainId) {
          throw new WalletError('plan_mismatch', 'This transfer belongs to another account or chain.');
        }
        const raw = encodeTransaction(signTransaction(body, key.privateKey));
        return { id: transactionId(raw), raw: bytesToHex(raw) };
      });
    },
    signMessage(index, message) {
      return withKey(index, ({ privateKey }) => signMessage(message, privateKey, network));
    },
    destroy() {
      destroyed = true;
      common.wipePrivateData();
      accounts.clear();
    },
  };
}
