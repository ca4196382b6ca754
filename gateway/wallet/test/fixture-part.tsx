import { render, type JSX } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';
import { Store } from '@cairn/ui';
import { openTestStorage } from '@cairn/wallet/test-support';
import { ModelContext } from '../src/model/context.ts';
import { Model } from '../src/model/model.ts';
import { type AppEvent, reduce } from '../src/model/reducer.ts';
import {
  type AccountData,
  INITIAL_STATE,
  type AppState,
  type OpenWallet,
  type WalletAccount,
} from '../src/model/state.ts';
import { FixtureBrowser, HIDDEN } from './fixture-browser.ts';

/** Addresses of accounts 0 and 7 of the wallet that is shown. */
export const ALICE = 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK';
export const BOB = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
const account = (index: number, address: string): WalletAccount => {
  return { kind: 'own', ref: index, index, address, name: '', path: '' };
};
/** The wallet that is shown. */
export const OPEN_WALLET: OpenWallet = {
  network: 'devnet',
  accounts: [account(0, ALICE), account(7, BOB)],
  selected: account(0, ALICE),
  contacts: [],
  labels: {},
  backedUp: true,
  searched: true,
};

/** An address that the wallet does not know. */
export const STRANGER = 'dWuPJ3a8491JzZmUgzBfpWGLzoLtxhNxoc';

const status = { network: 'devnet', chain_id: 3, magic: 'ca19e003', api_version: 1, initialized: true };
const nonces = { nonce: 10, next_nonce: 11, mempool_available: true };
/** A state in which Alice’s account can send: what the screens read of it. */
export const CAN_SEND = {
  connection: { state: 'online' },
  status: { ...status, syncing: false, ready: true, height: 1 },
  data: {
    account: { ...status, ...nonces, address: ALICE, spendable_balance: `${10n ** 12n}` },
    history: { pending: [], confirmed: [], nextCursor: null },
  },
} as unknown as Partial<AppState> & { readonly data: AccountData };

/** No part stores anything by itself. */
const STORAGE = await openTestStorage();

/** What a part calls of the model instead of its own methods. */
interface Actions {
  readonly sending?: Partial<Pick<Model['sending'], 'send' | 'forget'>>;
  readonly vault?: Partial<Pick<Model['vault'], 'askForWords'>>;
}

/**
 * Renders a part of the page for an open wallet, in a state that only the part changes. The part is removed after the test,
 * because its clock would tick during other tests.
 */
export function showPart(...input: Parameters<typeof showWithModel>): HTMLElement {
  return showWithModel(...input).place;
}

/** The same, with the model. */
export function showWithModel(
  part: JSX.Element,
  state: Partial<AppState> = {},
  { sending, vault }: Actions = {},
): { place: HTMLElement; model: Model } {
  const initial: AppState = {
    ...INITIAL_STATE,
    phase: { name: 'unlocked', wallet: OPEN_WALLET },
    ...state,
  };
  const store = new Store<AppState, AppEvent>(initial, reduce);
  const browser = new FixtureBrowser(STORAGE);
  const model = new Model(browser.services(), store, HIDDEN);
  Object.assign(model.sending, sending);
  Object.assign(model.vault, vault);
  const place = document.createElement('div');
  void act(() => render(<ModelContext.Provider value={model}>{part}</ModelContext.Provider>, place));
  onTestFinished(async () => {
    void act(() => render(null, place));
    model.stop();
    await browser.close();
  });
  return { place, model };
}
