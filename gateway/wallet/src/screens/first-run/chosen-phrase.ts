import type { NewWallet } from '../../model/vault-actions.ts';

/** A phrase, and what is known of it. */
export type ChosenPhrase = Omit<NewWallet, 'password' | 'network'>;
