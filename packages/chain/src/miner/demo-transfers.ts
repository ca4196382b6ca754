import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { Chain } from '../chain/chain.ts';
import type { Admission, Mempool } from '../mempool/mempool.ts';
import type { Draw } from '../seeded-random.ts';
import { payerOf, signPayment } from './development-payer.ts';

/** The first development account that sends demo transfers; 0–4 are left to the user. */
const FIRST_DEMO_ACCOUNT = 5;

/** Transfers among development accounts 5–9, whose keys are public. */
export class DemoTransfers {
  readonly #chain: Chain;
  readonly #mempool: Pick<Mempool, 'pendingOutgoing' | 'submit'>;
  readonly #accounts;

  /** @param chain of devnet */
  constructor(chain: Chain, mempool: Pick<Mempool, 'pendingOutgoing' | 'submit'>) {
    this.#chain = chain;
    this.#mempool = mempool;
    this.#accounts = developmentAccounts(chain.network).slice(FIRST_DEMO_ACCOUNT);
  }

  /** How many of these accounts' transfers are pending. */
  pending(): number {
    return this.#accounts.reduce(
      (sum, { address }) => sum + this.#mempool.pendingOutgoing(address).length,
      0,
    );
  }

  /**
   * Submits a transfer of random accounts, amount and fee.
   * @returns `undefined` if its sender cannot pay it @throws MempoolUnavailableError
   */
  async submit(draw: Draw): Promise<Admission | undefined> {
    const network = this.#chain.network;
    const accounts = this.#accounts;
    const from = draw(accounts.length);
    const sender = accounts[from]!;
    const { address: toAddress } = accounts[(from + 1 + draw(accounts.length - 1)) % accounts.length]!;
    const payer = payerOf(this.#chain, sender, this.#mempool.pendingOutgoing(sender.address));
    // 0.01 to about 100 CRN, small amounts as likely as large ones.
    const value = BigInt(1_000 + draw(9_000)) * 10n ** BigInt(3 + draw(4));
    const fee = BigInt(100 + draw(19_900));
    if (value + fee > payer.left) return undefined;
    return this.#mempool.submit(signPayment(network, payer, { toAddress, value, fee }).raw);
  }
}
