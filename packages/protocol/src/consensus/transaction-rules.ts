import type { Address } from '../identifiers.ts';
import { isValidAddress } from '../address.ts';
import type { BlockHeader } from '../block-header.ts';
import type { BlockTransactions } from '../block-transactions.ts';
import type { Network } from '../networks.ts';
import type { TransactionBody } from '../transaction.ts';
import { ConsensusError } from './consensus-error.ts';
import { subsidyAt } from './subsidy.ts';

/** Returns true for a valid address of the network. A node passes a check with a cache; a browser need not. */
export type AddressCheck = (address: string, network: Network) => boolean;

/**
 * Checks the fields of a transfer (rule 6 of PROTOCOL.md section 5), without its signature and the state.
 * @throws ConsensusError `bad_chain`, `bad_address` or `zero_value`
 */
export function checkTransaction(
  transaction: TransactionBody,
  network: Network,
  isAddress: AddressCheck = isValidAddress,
): void {
  checkTransferFields(transaction, network, (address) => isAddress(address, network));
}

/** The fields of a transfer that are checked without signature and state. */
export interface TransferFields {
  readonly chain: number;
  /** Pebbles. */
  readonly value: bigint;
  readonly fromAddress: Address;
  readonly toAddress: Address;
}

/** Like `checkTransaction`, with an address check that may cache its results. */
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
    refuse('the first transaction is not a coinbase');
  const coinbase = transactions.body(0);
  if (coinbase.chain !== network.chainId) refuse(`its chain is not ${network.name}'s`);
  if (coinbase.nonce !== header.height) refuse('its nonce is not the height');
  if (coinbase.fee !== 0n) refuse('it has a fee');
  if (coinbase.toAddress !== header.miner) refuse("it does not pay the header's miner");
  const value = subsidyAt(header.height) + transactions.totalFees;
  if (coinbase.value !== value) refuse(`its value is ${coinbase.value} instead of ${value}`);
  for (let index = 1; index < transactions.count; index += 1) {
    if (transactions.isCoinbase(index)) refuse('another transaction is a coinbase too');
  }
}

function refuse(why: string): never {
  throw new ConsensusError('bad_coinbase', `coinbase: ${why}`);
}
