import { createRpcClient, type RpcClient } from '@cairn/api/rpc';
import {
  addressFromPublicKey,
  bytesToHex,
  decodeTransaction,
  encodeTransaction,
  formatCoins,
  getNetwork,
  getPublicKey,
  hexToBytes,
  MAX_U64,
  parseAddress,
  parsePebbles,
  signTransaction,
  transactionId,
} from '@cairn/protocol';
import { deriveKey, mnemonicToSeedAsync } from '@cairn/protocol/hd-keys';
import { suggestFees } from '@cairn/wallet/fees';
import { findNodeProblem, isOtherNetwork } from '@cairn/wallet/node-checks';
import { submitRaw } from '@cairn/wallet/outbox';
import type { Cairn } from './cairn.ts';
import { CairnError, type CairnErrorData, coded } from './errors.ts';
import { memoryStore, type StoredTransfer, type TransferStore } from './transfer-store.ts';

/** A payment to make. */
export interface SendOrder {
  /** The recipient's address. */
  readonly to: string;
  /** In pebbles: `parseCoins('1.5')`. */
  readonly amount: bigint;
  /** In pebbles; what recent blocks suggest by default. */
  readonly fee?: bigint | undefined;
  /**
   * Idempotency key, such as the number of an order: `send` pays once for each key, however often it is called with it. Without one,
   * a call repeats the last payment only if that was never answered.
   */
  readonly key?: string | undefined;
}

/** A signed transfer. Amounts in pebbles. */
export interface Transfer {
  /** Transaction ID: 64 lowercase hex characters. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly nonce: number;
  /** The 213 signed bytes in hex. */
  readonly raw: string;
}

/** Who pays. Its private key stays in this object. */
export interface Account {
  readonly address: string;
  /** Confirmed balance in pebbles. */
  getBalance(): Promise<bigint>;
  /**
   * Pays: takes nonce and fee from the node, signs, stores the bytes, sends them. It returns once the node has the transfer, which is
   * then pending: `waitFor` tells when it is in the chain. Calls are made one after another.
   * @throws CairnError `rejected`, `try_again`, `unclear`, `insufficient_balance`, `invalid_amount`, `key_reused`,
   *   `other_network`, `no_rpc`; ProtocolError `invalid_address`
   * @example
   * const transfer = await account.send({ to: address, amount: parseCoins('1.5'), key: 'order 17' });
   * await cairn.waitFor(transfer, { confirmations: 6 });
   */
  send(order: SendOrder): Promise<Transfer>;
}

export interface AccountOptions {
  /** Where signed transfers are kept; in memory by default. */
  readonly store?: TransferStore | undefined;
}

export interface PhraseOptions extends AccountOptions {
  /** Number of the account, 0 by default: `m/44'/1'/0'/0/index`. */
  readonly index?: number | undefined;
}

/**
 * The account of a recovery phrase, as in the Cairn wallet.
 * @param phrase 12 or 24 English words (BIP-39)
 * @throws ProtocolError `invalid_mnemonic`, `invalid_key`
 * @example
 * const account = await accountFromPhrase(cairn, generateMnemonic(), { index: 0 });
 * console.log(account.address);
 */
export async function accountFromPhrase(
  cairn: Cairn,
  phrase: string,
  { index = 0, store }: PhraseOptions = {},
): Promise<Account> {
  const seed = await mnemonicToSeedAsync(phrase);
  const { privateKey } = deriveKey({ seed, network: getNetwork(cairn.network), index });
  return accountFromKey(cairn, privateKey, { store });
}

/**
 * The account of a private key.
 * @param key 32 bytes, or their 64 hex characters
 * @throws ProtocolError `invalid_key`, `invalid_hex`
 */
export function accountFromKey(
  cairn: Cairn,
  key: Uint8Array | string,
  { store = memoryStore() }: AccountOptions = {},
): Account {
  const privateKey = typeof key === 'string' ? hexToBytes(key) : key;
  const network = getNetwork(cairn.network);
  const address = addressFromPublicKey(getPublicKey(privateKey), network);

  /** Signs with the node's next nonce, and stores the bytes. */
  const sign = async (rpc: RpcClient, order: SendOrder): Promise<StoredTransfer> => {
    const status = await coded(rpc.status());
    if (isOtherNetwork({ network: network.name, status }))
      throw new CairnError('other_network', `the node is on ${status.network}, not on ${network.name}`);
    const account = await nextNonce(rpc, address, store);
    const problem = findNodeProblem({ network: network.name, status, account });
    if (problem !== undefined) throw new CairnError('try_again', 'the node is not ready', { code: problem });
    const { to, amount, fee = suggestFees(status.suggested_fees).first, key } = order;
    const spendable = parsePebbles(account.spendable_balance);
    if (amount + fee > spendable)
      throw new CairnError(
        'insufficient_balance',
        `${address} can spend ${formatCoins(spendable)} CRN, not ${formatCoins(amount + fee)}`,
      );
    const body = { chain: network.chainId, nonce: account.next_nonce, fee, value: amount };
    const raw = encodeTransaction(
      signTransaction({ ...body, fromAddress: address, toAddress: to }, privateKey),
    );
    const signed = { id: transactionId(raw), sender: address, raw: bytesToHex(raw), key, accepted: false };
    await store.put(signed);
    return signed;
  };

  const send = async (order: SendOrder): Promise<Transfer> => {
    const rpc = rpcOf(cairn);
    parseAddress(order.to, network);
    for (const amount of [order.amount, order.fee ?? 1n])
      if (typeof amount !== 'bigint' || amount < 1n || amount > MAX_U64)
        throw new CairnError('invalid_amount', 'an amount is a bigint of pebbles, such as parseCoins("1.5")');
    const stored = (await store.list(address)).find(
      ({ key, raw, accepted }) => key === order.key && (key !== undefined || (!accepted && pays(raw, order))),
    );
    if (stored !== undefined && !pays(stored.raw, order))
      throw new CairnError('key_reused', `the key ${stored.key} belongs to another payment`, {
        id: stored.id,
      });
    return await submit(rpc, stored ?? (await sign(rpc, order)), store);
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    address,
    getBalance: () => cairn.getBalance(address),
    send: (order) => {
      const sent = last.then(() => send(order));
      last = sent.catch(() => undefined);
      return sent;
    },
  };
}

function rpcOf({ rpc, fetch }: Cairn): RpcClient {
  if (rpc === undefined) throw new CairnError('no_rpc', 'createCairn needs `rpc` to send');
  return createRpcClient({ baseUrl: rpc.url, token: rpc.token.trim(), fetch });
}

/** The account as the node has it, once the node has every stored transfer again: a nonce is signed once. */
async function nextNonce(rpc: RpcClient, address: string, store: TransferStore) {
  const account = await coded(rpc.getAccount({ address }));
  const lost = (await store.list(address))
    .map((stored) => ({ stored, nonce: transferOf(stored.raw).nonce }))
    .filter(({ nonce }) => nonce >= account.next_nonce)
    .toSorted((a, b) => a.nonce - b.nonce);
  if (lost.length === 0) return account;
  for (const { stored } of lost)
    await submit(rpc, stored, store).catch((error: unknown) => {
      if (!(error instanceof CairnError) || error.code !== 'rejected') throw error;
    });
  return await coded(rpc.getAccount({ address }));
}

/** Sends the stored bytes, for the first time or again, and stores what became of them. */
async function submit(rpc: RpcClient, stored: StoredTransfer, store: TransferStore): Promise<Transfer> {
  const { id, raw } = stored;
  const outcome = await submitRaw({ id, raw }, (bytes) => rpc.submitTransaction({ raw: bytes }));
  switch (outcome.kind) {
    case 'rejected': {
      await store.remove(stored);
      const reason = outcome.reason as CairnErrorData['reason'];
      throw new CairnError('rejected', `the node rejects the transfer: ${reason ?? outcome.code}`, {
        id,
        reason,
      });
    }
    case 'waiting':
      throw new CairnError('try_again', `the node does not take it now: ${outcome.code}`, {
        id,
        code: outcome.code,
      });
    case 'unclear':
      throw new CairnError('unclear', `no clear answer: ${outcome.code}`, { id, code: outcome.code });
    default:
      if (!stored.accepted) await store.put({ ...stored, accepted: true });
      return transferOf(raw);
  }
}

function transferOf(raw: string): Transfer {
  const bytes = hexToBytes(raw);
  const { fromAddress: from, toAddress: to, value: amount, fee, nonce } = decodeTransaction(bytes);
  return { id: transactionId(bytes), from, to, amount, fee, nonce, raw };
}

function pays(raw: string, { to, amount }: SendOrder): boolean {
  const transfer = transferOf(raw);
  return transfer.to === to && transfer.amount === amount;
}
