import { ApiError } from '@cairn/api/rpc';
import {
  type Address,
  bytesToHex,
  encodeTransaction,
  getNetwork,
  signTransaction,
  transactionId,
} from '@cairn/protocol';
import { developmentAccounts, type DevelopmentAccount } from '@cairn/protocol/development-accounts';
import { DEFAULT_FEE, formatAmountEntry, outcomeOfReceipt, planSend } from '@cairn/wallet';
import type { Services } from './services.ts';
import { canSend, type AppState, type TestCoins } from './state.ts';

/** Amount that one press of the button sends, in CRN. */
export const TEST_COINS = '100';

/** The selected account may not get test coins, or no development account could send them. */
export class NoTestCoinsError extends Error {}

/** Whether the selected account may get test coins: an own, empty account on a devnet that can send. */
export function mayGetTestCoins(state: AppState): boolean {
  const { phase, data } = state;
  return (
    phase.name === 'unlocked' &&
    phase.wallet.network === 'devnet' &&
    canSend(state) &&
    data?.account.balance === '0'
  );
}

/**
 * Sends {@link TEST_COINS} to the selected account from a development account, whose key is public, on devnet only. Does
 * not use the wallet's keys. Rejects with {@link NoTestCoinsError}, or as the RPC client does.
 */
export async function sendTestCoins(services: Services, state: AppState): Promise<TestCoins> {
  if (state.phase.name !== 'unlocked' || !mayGetTestCoins(state)) throw new NoTestCoinsError();
  const { accounts, selected } = state.phase.wallet;
  const own = new Set(accounts.map(({ address }) => address));
  // The one that is named for it first. Users who try out devnet use the first ones, and the last one mines.
  const [miner, ...payers] = developmentAccounts(getNetwork('devnet')).toReversed();
  for (const payer of [...payers, miner!].filter(({ address }) => !own.has(address))) {
    const id = await services.sendAlone(payer.address, () => pay(services, payer, selected.address));
    if (id !== undefined) return { address: selected.address, id };
  }
  throw new NoTestCoinsError();
}

/**
 * Signs with a development account's key and sends.
 * @returns the ID; `undefined` if the account cannot pay or is refused
 */
async function pay(
  services: Services,
  payer: DevelopmentAccount,
  address: Address,
): Promise<string | undefined> {
  const account = await services.rpc.getAccount({ address: payer.address });
  const fee = formatAmountEntry(DEFAULT_FEE, 'crn');
  const form = { recipient: address, amount: TEST_COINS, fee, unit: 'crn' } as const;
  const { plan } = planSend({ form, network: 'devnet', account });
  if (plan === undefined || !account.mempool_available) return undefined;
  const bytes = encodeTransaction(signTransaction(plan.body, payer.privateKey));
  const id = transactionId(bytes);
  try {
    const receipt = await services.rpc.submitTransaction({ raw: bytesToHex(bytes) });
    return outcomeOfReceipt(receipt, id).kind === 'accepted' ? id : undefined;
  } catch (error) {
    // Try the next account: another program may be using this one. After any other error the transfer may have been
    // sent.
    if (error instanceof ApiError && error.code === 'transaction_rejected') return undefined;
    throw error;
  }
}
