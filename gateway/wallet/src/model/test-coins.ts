import {
  type Address,
  bytesToHex,
  DEVNET_NAMES,
  encodeTransaction,
  getNetwork,
  signTransaction,
  transactionId,
} from '@cairn/protocol';
import { type DevelopmentAccount, developmentAccounts } from '@cairn/protocol/development-accounts';
import { DEFAULT_FEE, formatAmountEntry, planSend, submitRaw } from '@cairn/wallet';
import type { Services } from './services.ts';
import { canSend, type AppState, type TestCoins } from './state.ts';

/** Amount that one press of the button sends, in CRN. */
export const TEST_COINS = '100';

/** The selected account may not get test coins, or the faucet did not send them. */
export class NoTestCoinsError extends Error {
  readonly code = 'no_test_coins';
}

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
 * Sends {@link TEST_COINS} to the selected account from the devnet's faucet, a development account whose key is public, or from its
 * miner's if that has too little.
 * Does not use the wallet's keys. Rejects with {@link NoTestCoinsError}, or as the RPC client does.
 */
export async function sendTestCoins(services: Services, state: AppState): Promise<TestCoins> {
  if (state.phase.name !== 'unlocked' || !mayGetTestCoins(state)) throw new NoTestCoinsError();
  const { address } = state.phase.wallet.selected;
  const accounts = developmentAccounts(getNetwork('devnet'));
  for (const name of PAYERS) {
    const payer = accounts.find((account) => DEVNET_NAMES.get(account.address) === name)!;
    const sent = await services.sendAlone(payer.address, () => pay(services, payer, address));
    if (sent !== undefined) return sent;
  }
  throw new NoTestCoinsError();
}

const PAYERS = ['Faucet', 'Miner'];

/** @returns `undefined` if the payer has too little @throws NoTestCoinsError */
async function pay(
  services: Services,
  payer: DevelopmentAccount,
  recipient: Address,
): Promise<TestCoins | undefined> {
  const account = await services.rpc.getAccount({ address: payer.address });
  const fee = formatAmountEntry(DEFAULT_FEE, 'crn');
  const form = { recipient, amount: TEST_COINS, fee, unit: 'crn' } as const;
  const { plan } = planSend({ form, network: 'devnet', account });
  if (!account.mempool_available) throw new NoTestCoinsError();
  if (plan === undefined) return undefined;
  const bytes = encodeTransaction(signTransaction(plan.body, payer.privateKey));
  const { raw, id } = { raw: bytesToHex(bytes), id: transactionId(bytes) };
  const { kind } = await submitRaw({ raw, id }, () => services.rpc.submitTransaction({ raw }));
  if (kind !== 'accepted') throw new NoTestCoinsError();
  return { address: recipient, id };
}
