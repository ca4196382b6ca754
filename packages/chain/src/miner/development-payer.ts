import {
  type Address,
  encodeTransaction,
  isOwnersChain,
  type Network,
  signTransaction,
  type TransactionBody,
} from '@cairn/protocol';
import type { DevelopmentAccount } from '@cairn/protocol/development-accounts';
import type { Chain } from '../chain/chain.ts';
import { type PendingTransaction, spendableAfter } from '../mempool/policy.ts';

/** A public development account that signs the next transfer of its sequence. */
export interface Payer {
  readonly account: DevelopmentAccount;
  /** Nonce of its next transfer. */
  readonly nonce: number;
  /** Pebbles left after its pending transfers. */
  readonly left: bigint;
}

/** @param pending the account's pending transfers, ascending nonces */
export function payerOf(
  chain: Pick<Chain, 'view'>,
  account: DevelopmentAccount,
  pending: readonly PendingTransaction[],
): Payer {
  const { balance, nonce } = chain.view.account(account.address) ?? { balance: 0n, nonce: 0 };
  return { account, nonce: nonce + pending.length + 1, left: spendableAfter(balance, pending) ?? 0n };
}

/** Signs a transfer. @param value and @param fee in pebbles, together at most `left` */
export function signPayment(
  network: Network,
  { account, nonce }: Payer,
  { toAddress, value, fee }: { readonly toAddress: Address; readonly value: bigint; readonly fee: bigint },
): { readonly transaction: TransactionBody; readonly raw: Uint8Array } {
  if (!isOwnersChain(network)) throw new Error(`development accounts pay on devnet, not on ${network.name}`);
  const transaction = { chain: network.chainId, nonce, fee, value, fromAddress: account.address, toAddress };
  return { transaction, raw: encodeTransaction(signTransaction(transaction, account.privateKey)) };
}
