import { render, type JSX } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';
import { ModelContext } from '../src/model/context.ts';
import { openSettings } from '../src/model/settings.ts';
import { Store } from '@cairn/ui';
import type { Model } from '../src/model/model.ts';
import { INITIAL_STATE, type AppState, type OpenWallet, type WalletAccount } from '../src/model/state.ts';

/** Addresses of accounts 0 and 7 of the wallet that is shown. */
export const ALICE = 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK';
export const BOB = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
const account = (index: number, address: string): WalletAccount =>
  ({ kind: 'own', ref: index, index, address, name: '' }) as WalletAccount;
/** The wallet that is shown. */
export const OPEN_WALLET: OpenWallet = {
  network: 'devnet',
  accounts: [account(0, ALICE), account(7, BOB)],
  selected: account(0, ALICE),
  contacts: [],
  labels: [],
  backedUp: true,
  searched: true,
} as unknown as OpenWallet;

/** The methods of the model that a part calls. */
interface Actions {
  readonly sending?: Partial<Pick<Model['sending'], 'send'>>;
}

/**
 * Renders a part of the page for an open wallet, with a state and only these `actions` of the model. The part is
 * removed after the test, because its clock would tick during other tests.
 */
export function showPart(
  part: JSX.Element,
  state: Partial<AppState> = {},
  actions: Actions = {},
): HTMLElement {
  const store = new Store<AppState, never>(
    { ...INITIAL_STATE, phase: { name: 'unlocked', wallet: OPEN_WALLET }, ...state },
    (shown) => shown,
  );
  const place = document.createElement('div');
  const model = { store, settings: openSettings(), ...actions } as unknown as Model;
  void act(() => render(<ModelContext.Provider value={model}>{part}</ModelContext.Provider>, place));
  onTestFinished(() => void act(() => render(null, place)));
  return place;
}
