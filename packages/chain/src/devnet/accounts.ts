/** The development accounts of a devnet: those whose keys its users have. */
import { DEVNET_LIMITS, type DevnetAccounts } from '@cairn/api/contract';
import {
  type Address,
  formatCoins,
  MAX_U64,
  type Network,
  parsePebbles,
  PEBBLES_PER_CRN,
} from '@cairn/protocol';
import {
  DEVELOPMENT_MNEMONIC,
  type DevelopmentAccount,
  developmentAccounts,
  MINER_ACCOUNT,
} from '@cairn/protocol/development-accounts';
import type { Chain } from '../chain/chain.ts';
import { pendingOf, type PendingTransaction } from '../mempool/policy.ts';
import { type Payer, payerOf, signPayment } from '../miner/development-payer.ts';

/** The public ones, with what they have at genesis. */
export const PUBLIC_ACCOUNTS: DevnetAccounts = { mnemonic: DEVELOPMENT_MNEMONIC, count: 10, balance: null };
/** What an account has at the start that has nothing at genesis. */
const USUAL_BALANCE = 10_000n * PEBBLES_PER_CRN;
const FEE = 1n;

/** What a person chooses of the accounts of a new chain. */
export interface AccountsChoice {
  readonly accounts?: number | undefined;
  /** Pebbles of each. */
  readonly balance?: bigint | undefined;
  readonly mnemonic?: string | undefined;
}

/**
 * The accounts that a new chain pays; `undefined` if those of genesis are enough.
 * @throws RangeError for a value out of bounds; TypeError for a phrase that is no text
 */
export function chosenAccounts({ accounts, balance, mnemonic }: AccountsChoice): DevnetAccounts | undefined {
  const { count, mnemonic: usual } = PUBLIC_ACCOUNTS;
  const { accounts: most } = DEVNET_LIMITS;
  if (accounts !== undefined && !(Number.isInteger(accounts) && accounts >= 1 && accounts <= most))
    throw new RangeError(`accounts is ${accounts}; it takes a whole number from 1 to ${most}`);
  if (balance !== undefined && !(typeof balance === 'bigint' && balance >= 0n && balance <= MAX_U64))
    throw new RangeError(`balance is ${String(balance)}; it takes a bigint of pebbles`);
  if (mnemonic !== undefined && typeof mnemonic !== 'string')
    throw new TypeError('mnemonic takes the words of a phrase as one text');
  if (mnemonic === undefined && balance === undefined && (accounts ?? 0) <= count) return undefined;
  return {
    mnemonic: mnemonic?.trim().toLowerCase().split(/\s+/).join(' ') ?? usual,
    count: accounts ?? count,
    balance: balance === undefined ? null : `${balance}`,
  };
}

/** Accounts with their keys. @throws ProtocolError `invalid_mnemonic` */
export async function openAccounts(
  network: Network,
  { mnemonic, count }: DevnetAccounts,
): Promise<readonly DevelopmentAccount[]> {
  if (mnemonic === DEVELOPMENT_MNEMONIC && count <= PUBLIC_ACCOUNTS.count)
    return developmentAccounts(network).slice(0, count);
  const { deriveAccountsKey, deriveKey, mnemonicToSeed } = await import('@cairn/protocol/hd-keys'); // has a list of words
  const accounts = deriveAccountsKey(mnemonicToSeed(mnemonic));
  return Array.from({ length: count }, (_, index) => ({ index, ...deriveKey({ accounts, network, index }) }));
}

/**
 * The transfers of one block after which accounts have their balance: the public miner's account pays them and gets what they have
 * beyond it, so it keeps the rest, even if it is one of them. Where that is too little, public accounts that are none of them help.
 * @param balance pebbles, or null for the usual amounts @param now Unix seconds
 * @throws RangeError if the chain has not so much
 */
export function startingTransfers(
  chain: Chain,
  accounts: readonly DevelopmentAccount[],
  balance: string | null,
  now: number,
): PendingTransaction[] {
  const transfers: PendingTransaction[] = [];
  const balanceOf = (address: Address): bigint => chain.view.account(address)?.balance ?? 0n;
  const payers = developmentAccounts(chain.network).map((account) => payerOf(chain, account, []));
  const miner = payers[MINER_ACCOUNT]!;
  let available = miner.left;
  const nonces = new Map(payers.map((payer) => [payer, payer.nonce]));
  const pay = (payer: Payer, toAddress: Address, value: bigint): void => {
    const nonce = nonces.get(payer)!;
    nonces.set(payer, nonce + 1);
    const { raw } = signPayment(chain.network, { ...payer, nonce }, { toAddress, value, fee: FEE });
    transfers.push(pendingOf(raw, now));
  };
  const collect = (payer: Payer, kept: bigint): void => {
    const value = payer.left - kept - FEE;
    if (value <= 0n) return;
    pay(payer, miner.account.address, value);
    available += value;
  };

  const targets = new Map(
    accounts.map(({ address }) => {
      const usual = balanceOf(address) || USUAL_BALANCE;
      return [address, balance === null ? usual : parsePebbles(balance)];
    }),
  );
  targets.delete(miner.account.address);
  const missing = [...targets]
    .map(([address, target]) => ({ address, value: target - balanceOf(address) }))
    .filter(({ value }) => value > 0n);
  const needed = missing.reduce((sum, { value }) => sum + value + FEE, 0n);
  for (const payer of payers) {
    if (payer === miner) continue;
    const target = targets.get(payer.account.address);
    if (target !== undefined) collect(payer, target);
    else if (available < needed) collect(payer, 0n);
  }
  if (available < needed) {
    const each = formatCoins(parsePebbles(balance ?? `${USUAL_BALANCE}`));
    throw new RangeError(`the chain has too few coins for ${accounts.length} accounts with ${each} CRN each`);
  }
  for (const { address, value } of missing) pay(miner, address, value);
  return transfers;
}
