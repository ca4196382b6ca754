import { render, type JSX } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';
import { Store } from '@cairn/ui';
import { ModelContext } from '../src/model/context.ts';
import { Model } from '../src/model/model.ts';
import type { AppEvent } from '../src/model/reducer.ts';
import { INITIAL_STATE, type AppState, type OpenWallet, type WalletAccount } from '../src/model/state.ts';
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

/** What a part calls of the model instead of its own methods. */
interface Actions {
  readonly sending?: Partial<Pick<Model['sending'], 'send'>>;
  readonly vault?: Partial<Pick<Model['vault'], 'askForWords'>>;
}

/**
 * Renders a part of the page for an open wallet, in a state that stays as it is. The part is removed after the test, because its
 * clock would tick during other tests.
 */
export function showPart(
  part: JSX.Element,
  state: Partial<AppState> = {},
  { sending, vault }: Actions = {},
): HTMLElement {
  const store = new Store<AppState, AppEvent>(
    { ...INITIAL_STATE, phase: { name: 'unlocked', wallet: OPEN_WALLET }, ...state },
    (shown) => shown,
  );
  const browser = new FixtureBrowser();
  const model = new Model(browser.services(), store, HIDDEN);
  Object.assign(model.sending, sending);
  Object.assign(model.vault, vault);
  const place = document.createElement('div');
  void act(() => render(<ModelContext.Provider value={model}>{part}</ModelContext.Provider>, place));
  onTestFinished(() => {
    void act(() => render(null, place));
    model.stop();
    browser.close();
  });
  return place;
}
