import type { AccountState, Network } from '@cairn/protocol';
import { rememberingAddressCheck } from '../chain/address-check.ts';
import type { ChainReader } from '../chain/chain-reader.ts';

/** Accounts that are remembered at the most between two blocks. */
const CAPACITY = 50_000;

/** What the mempool asks the chain, each thing once a block: a busy sender's account is looked at again and again. */
export class ConfirmedState {
  readonly network: Network;
  readonly isAddress: (text: string) => boolean;
  readonly #chain: ChainReader;
  readonly #accounts = new Map<string, AccountState | undefined>();

  constructor(chain: ChainReader) {
    this.network = chain.network;
    this.isAddress = rememberingAddressCheck(chain.network);
    this.#chain = chain;
  }

  /** Confirmed state of an address, as of the last `forget`. */
  readonly account = (address: string): AccountState | undefined => {
    if (this.#accounts.has(address)) return this.#accounts.get(address);
    const account = this.#chain.account(address);
    if (this.#accounts.size < CAPACITY) this.#accounts.set(address, account);
    return account;
  };

  /** The tip moved. */
  forget(): void {
    this.#accounts.clear();
  }
}
