import type { Address } from '@cairn/protocol';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Model } from './model.ts';
import type { AccountData, AppState, OpenWallet } from './state.ts';
import { useStore } from '@cairn/ui';

/** Provides the model to all components. */
export const ModelContext = createContext<Model | undefined>(undefined);

/** The model. Throws without a `ModelContext`. */
export function useModel(): Model {
  const model = useContext(ModelContext);
  if (model === undefined) throw new Error('useModel needs a ModelContext.');
  return model;
}

/** The model's current state. */
export function useAppState(): AppState {
  return useStore(useModel().store);
}

/** The state of an open wallet, for its screens. */
export interface WalletView {
  readonly model: Model;
  readonly state: AppState;
  readonly wallet: OpenWallet;
  /** Absent until the selected account is loaded. */
  readonly data: AccountData | undefined;
  readonly ownAddresses: readonly Address[];
}

/** The open wallet. Throws without one. */
export function useWallet(): WalletView {
  const model = useModel();
  const state = useStore(model.store);
  if (state.phase.name !== 'unlocked') throw new Error('This screen needs an unlocked wallet.');
  const { wallet } = state.phase;
  return {
    model,
    state,
    wallet,
    data: state.data,
    ownAddresses: wallet.accounts.filter(({ kind }) => kind === 'own').map(({ address }) => address),
  };
}
