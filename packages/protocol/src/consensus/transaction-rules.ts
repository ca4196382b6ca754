import type { Address } from '../identifiers.ts';
import { isValidAddress } from '../address.ts';
import type { BlockHeader } from '../block-header.ts';
import type { BlockTransactions } from '../block-transactions.ts';
import type { Network } from '../networks.ts';
import type { TransactionBody } from '../transaction.ts';
import { ConsensusError } from './consensus-error.ts';
import { subsidyAt } from './subsidy.ts';

/** Returns true for a valid address of the network; may use a cache, as a node's check does. */
export type AddressCheck = (address: string, network: Network) => boolean;

/**
 * Checks the fields of a transfer (rule 6 of PROTOCOL.md section 5), but not its signature, nonce and balance.
 * @throws ConsensusError `bad_chain`, `bad_address` or `zero_value`
 */
export function checkTransaction(
  transaction: TransactionBody,
  network: Network,
  isAddress: AddressCheck = isValidAddress,
): void {
  checkTransferFields(transaction, network, (address) => isAddress(address, network));
}

/** The fields of a transfer that are checked on their own, without signature or state. */
export interface TransferFields {
  readonly chain: number;
  /** Pebbles. */
  readonly value: bigint;
  readonly fromAddress: Address;
  readonly toAddress: Address;
}

/** Like `checkTransaction`, with an address check for one network. */
export function checkTransferFields(
  { chain, value, fromAddress, toAddress }: TransferFields,
  network: Network,
  isAddress: (address: string) => boolean,
): void {
  if (chain !== network.chainId) {
    throw new ConsensusError('bad_chain', `chain ${chain} is not ${network.name}'s`);
  }
  if (!isAddress(fromAddress)) {
    throw new ConsensusError('bad_address', `the sender is not an address of ${network.name}`);
  }
  if (!isAddress(toAddress)) {
    throw new ConsensusError('bad_address', `the recipient is not an address of ${network.name}`);
  }
  if (value === 0n) throw new ConsensusError('zero_value', 'the value is zero');
}

/**
 * Checks the coinbase of a block, and that it is the only one (rule 5 of PROTOCOL.md section 5).
 * @throws ConsensusError `bad_coinbase`
 */
export function checkCoinbase(header: BlockHeader, transactions: BlockTransactions, network: Network): void {
  if (transactions.count === 0 || !transactions.isCoinbase(0))
    rejectCoinbase('the first transaction is not a coinbase');
  const coinbase = transactions.body(0);
  if (coinbase.chain !== network.chainId) rejectCoinbase(`its chain is not ${network.name}'s`);
  if (coinbase.nonce !== header.height) rejectCoinbase('its nonce is not the height');
  if (coinbase.fee !== 0n) rejectCoinbase('it has a fee');
  if (coinbase.toAddress !== header.miner) rejectCoinbase("it does not pay the header's miner");
  const value = subsidyAt(header.height) + transactions.totalFees;
  if (coinbase.value !== value) rejectCoinbase(`its value is ${coinbase.value} instead of ${value}`);
  for (let index = 1; index < transactions.count; index += 1) {
    if (transactions.isCoinbase(index)) rejectCoinbase('another transaction is a coinbase too');
  }
}

function rejectCoinbase(why: string): never {
  throw new ConsensusError('bad_coinbase', `coinbase: ${why}`);
}
