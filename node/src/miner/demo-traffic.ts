import { randomInt } from 'node:crypto';
import { type Address, encodeTransaction, type Network, signTransaction } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { Logger } from 'pino';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { spendableAfter } from '../mempool/policy.ts';

/** The development accounts that send to each other; 0–4 are left to the user. */
const DEMO_ACCOUNTS = [5, 6, 7, 8, 9] as const;

interface DemoTrafficOptions {
  /** A devnet chain, because the keys are public. */
  readonly chain: ChainReader;
  readonly mempool: Mempool;
  /** Transfers to have pending for each block, 1–320. */
  readonly perBlock: number;
  /** Minimal time between two batches, so that on-demand mining does not trigger itself. */
  readonly pauseMs: number;
  readonly logger: Logger;
  /** A whole number, `minimum` ≤ n < `end`; the system's random source by default. */
  readonly random?: (minimum: number, end: number) => number;
}

interface Account {
  readonly address: Address;
  readonly privateKey: Uint8Array;
}

/**
 * Keeps signed transfers among development accounts 5–9 in the mempool: a batch now, and one after each new block. If several
 * blocks come while a batch is being submitted, one batch follows for all of them.
 * @returns a function that stops it; resolves after the submission in progress
 */
export function startDemoTraffic(options: DemoTrafficOptions): () => Promise<void> {
  const { chain, perBlock, pauseMs, logger } = options;
  const accounts = DEMO_ACCOUNTS.map((index) => developmentAccounts(chain.network)[index]!);
  logger.info(
    { perBlock },
    `Demo traffic: ${perBlock} transfers for each block among development accounts 5–9, whose keys are public; none of them is a real payment`,
  );
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let batches: Promise<void> | undefined;
  const submitWhileDue = async (): Promise<void> => {
    while (isDue && !stop.signal.aborted) {
      isDue = false;
      await submitBatch(accounts, options, stop.signal).catch((error: unknown) =>
        logger.warn(error, `Demo traffic: ${(error as Error).message}`),
      );
    }
    batches = undefined;
  };
  const submit = (): void => {
    timer = undefined;
    isDue = true;
    batches ??= submitWhileDue();
  };
  submit();
  const unsubscribe = chain.subscribe(() => (timer ??= setTimeout(submit, pauseMs)));
  return async () => {
    unsubscribe();
    clearTimeout(timer);
    stop.abort();
    await batches;
  };
}

/** Submits transfers until `perBlock` are pending, including those of earlier batches. */
async function submitBatch(
  accounts: readonly Account[],
  options: DemoTrafficOptions,
  signal: AbortSignal,
): Promise<void> {
  const { mempool, perBlock, logger, random = randomInt } = options;
  const waiting = accounts.reduce((sum, { address }) => sum + mempool.pendingOutgoing(address).length, 0);
  for (let count = waiting; count < perBlock && !signal.aborted; count += 1) {
    const sender = pick(accounts, random);
    const receiver = pick(
      accounts.filter((account) => account !== sender),
      random,
    );
    const raw = signTransfer(sender, receiver.address, options);
    const admission = raw && (await mempool.submit(raw));
    if (admission?.status === 'rejected') {
      logger.debug({ reason: admission.reason }, 'Demo traffic: a transfer was not admitted');
    }
  }
}

/**
 * Signs a transfer with a random value and fee.
 * @returns `undefined` if the sender cannot afford it
 */
function signTransfer(
  sender: Account,
  toAddress: Address,
  { chain, mempool, random = randomInt }: DemoTrafficOptions,
): Uint8Array | undefined {
  const confirmed = chain.account(sender.address);
  const pending = mempool.pendingOutgoing(sender.address);
  const left = spendableAfter(
    confirmed?.balance ?? 0n,
    pending.map(({ transaction }) => transaction),
  );
  const fee = BigInt(random(100, 20_000));
  // 0.01 to about 100 CRN, small amounts as likely as large ones.
  const value = BigInt(random(1_000, 10_000)) * 10n ** BigInt(random(3, 7));
  if (left === undefined || value + fee > left) return undefined;
  const nonce = (confirmed?.nonce ?? 0) + pending.length + 1;
  const body = { chain: networkId(chain.network), nonce, fee, value, fromAddress: sender.address, toAddress };
  return encodeTransaction(signTransaction(body, sender.privateKey));
}

function networkId({ name, chainId }: Network): number {
  if (name !== 'devnet') throw new Error(`demo traffic is for devnet, not for ${name}`);
  return chainId;
}

function pick<T>(values: readonly T[], random: (minimum: number, end: number) => number): T {
  return values[random(0, values.length)]!;
}
