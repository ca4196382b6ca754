import { isValidAddress } from '../address.ts';
import type { BlockHeader } from '../block-header.ts';
import type { Network } from '../networks.ts';
import { isCoinbase, type TransactionBody } from '../transaction.ts';
import { ConsensusError } from './consensus-error.ts';
import { subsidyAt } from './subsidy.ts';

/** Tells whether an address is one of a network's; a node passes one that remembers, a browser need not. */
export type AddressCheck = (address: string, network: Network) => boolean;

/**
 * Judges what a transfer says by itself (rule 6 of PROTOCOL.md section 5); signature and state are judged apart.
 * @throws ConsensusError `bad_chain`, `bad_address` or `zero_value`
 */
export function checkTransaction(
  transaction: TransactionBody,
  network: Network,
  isAddress: AddressCheck = isValidAddress,
): void {
  if (transaction.chain !== network.chainId) {
    throw new ConsensusError('bad_chain', `chain ${transaction.chain} is not ${network.name}'s`);
  }
  if (!isAddress(transaction.fromAddress, network)) {
    throw new ConsensusError('bad_address', `the sender is no address of ${network.name}`);
  }
  if (!isAddress(transaction.toAddress, network)) {
    throw new ConsensusError('bad_address', `the recipient is no address of ${network.name}`);
  }
  if (transaction.value === 0n) throw new ConsensusError('zero_value', 'the value is zero');
}

/** Sum of the fees of everything after the coinbase, in pebbles. */
export function totalFees(transactions: readonly TransactionBody[]): bigint {
  let sum = 0n;
  for (let index = 1; index < transactions.length; index += 1) sum += transactions[index]!.fee;
  return sum;
}

/**
 * Judges the first transaction of a block, and that no other is a coinbase (rule 5 of PROTOCOL.md section 5).
 * @throws ConsensusError `bad_coinbase`
 */
export function checkCoinbase(
  header: BlockHeader,
  transactions: readonly TransactionBody[],
  network: Network,
): void {
  const coinbase = transactions[0];
  if (coinbase === undefined || !isCoinbase(coinbase)) refuse('the first transaction is no coinbase');
  if (coinbase.chain !== network.chainId) refuse(`its chain is not ${network.name}'s`);
  if (coinbase.nonce !== header.height) refuse('its nonce is not the height');
  if (coinbase.fee !== 0n) refuse('it has a fee');
  if (coinbase.toAddress !== header.miner) refuse("it does not pay the header's miner");
  const value = subsidyAt(header.height) + totalFees(transactions);
  if (coinbase.value !== value) refuse(`its value is ${coinbase.value} instead of ${value}`);
  if (transactions.some((transaction, index) => index > 0 && isCoinbase(transaction))) {
    refuse('another transaction is a coinbase too');
  }
}

function refuse(why: string): never {
  throw new ConsensusError('bad_coinbase', `coinbase: ${why}`);
}
