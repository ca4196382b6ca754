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
import type { Services } from '../services.ts';
import { readAccount } from './read-node.ts';
import { networkMismatch, type AppState } from './state.ts';
import type { ActionContext } from './vault-session.ts';

/** Amount that one press sends, in CRN. */
export const TEST_COINS = '100';

export interface TestCoinActions {
  /**
   * Sends 100 CRN to the selected account from a development account, whose key is public; the wallet's own keys are not
   * used. On devnet only. Rejects with {@link NoTestCoinsError}, or as the RPC client does.
   */
  getTestCoins(): Promise<void>;
}

/** No development account could pay, or the node accepted the transfer from none of them. */
export class NoTestCoinsError extends Error {}

/** Whether the selected account may get test coins: an own, empty account on a devnet whose node is ready. */
export function mayGetTestCoins(state: AppState): boolean {
  const { phase, data, connection, status } = state;
  if (phase.name !== 'unlocked' || data === undefined || connection.state !== 'online') return false;
  const { network, selected } = phase.wallet;
  if (network !== 'devnet' || selected.kind !== 'own' || networkMismatch(state) !== undefined) return false;
  return status?.ready === true && data.account.mempool_available && data.account.balance === '0';
}

/** Creates the action that sends test coins. */
export function createTestCoinActions({ services, store, refresh }: ActionContext): TestCoinActions {
  return {
    async getTestCoins() {
      const state = store.get();
      if (state.phase.name !== 'unlocked' || !mayGetTestCoins(state)) throw new NoTestCoinsError();
      const { accounts, selected } = state.phase.wallet;
      const own = new Set(accounts.map(({ address }) => address));
      // Start with the last one: users who try out devnet use the first ones.
      const payers = developmentAccounts(getNetwork('devnet')).toReversed();
      for (const payer of payers.filter(({ address }) => !own.has(address))) {
        const id = await services.sendAlone(payer.address, () => pay(services, payer, selected.address));
        if (id === undefined) continue;
        store.update({ testCoins: { address: selected.address, id } });
        return refresh();
      }
      throw new NoTestCoinsError();
    },
  };
}

/** Signs and sends with a development account's key. @returns the transaction's ID; `undefined` if the account cannot pay */
async function pay(
  services: Services,
  payer: DevelopmentAccount,
  address: Address,
): Promise<string | undefined> {
  const account = await readAccount(services, 'devnet', payer.address);
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
    // Refused: another program may be using this account. Any other error may hide a sent transfer, and ends the search.
    if (error instanceof ApiError && error.code === 'transaction_rejected') return undefined;
    throw error;
  }
}
