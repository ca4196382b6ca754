import { createRpcClient, type RpcClient } from '@cairn/api/rpc';
import {
  addressFromPublicKey,
  bytesToHex,
  decodeTransaction,
  encodeTransaction,
  getNetwork,
  getPublicKey,
  hexToBytes,
  parseAddress,
  ProtocolError,
  signTransaction,
  transactionId,
} from '@cairn/protocol';
import { deriveKey, mnemonicToSeedAsync } from '@cairn/protocol/hd-keys';
import { suggestFees } from '@cairn/wallet/fees';
import { findNodeProblem, isOtherNetwork } from '@cairn/wallet/node-checks';
import { submitRaw } from '@cairn/wallet/outbox';
import type { Cairn } from './cairn.ts';
import { CairnError } from './errors.ts';
import { memoryStore, type StoredTransfer, type Transfer, type TransferStore } from './transfer-store.ts';

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

/** Who pays. Its private key stays in this object. */
export interface Account {
  readonly address: string;
  /** Confirmed balance in pebbles. */
  getBalance(): Promise<bigint>;
  /**
   * Pays: takes nonce and fee from the node, signs, stores the bytes, sends them. It returns once the node has the transfer, which is
   * then pending: `waitFor` tells when it is in the chain. Calls are made one after another.
   * @throws CairnError `rejected`, `try_again`, `unclear`, `key_reused`, `other_network`, `no_rpc`; ProtocolError `invalid_address`,
   *   `invalid_amount`, and `invalid_transaction` for an amount or a fee that no transfer can have
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

/**
 * The account of a recovery phrase, as in the Cairn wallet.
 * @param phrase 12 or 24 English words (BIP-39)
 * @param options `index`: number of the account, 0 by default (`m/44'/1'/0'/0/index`)
 * @throws ProtocolError `invalid_mnemonic`, `invalid_key`
 * @example
 * const account = await accountFromPhrase(cairn, generateMnemonic(), { index: 0 });
 * console.log(account.address);
 */
export async function accountFromPhrase(
  cairn: Cairn,
  phrase: string,
  { index = 0, ...options }: AccountOptions & { readonly index?: number | undefined } = {},
): Promise<Account> {
  if (typeof phrase !== 'string')
    throw new ProtocolError('invalid_mnemonic', 'a recovery phrase is a text of 12 or 24 words');
  const seed = await mnemonicToSeedAsync(phrase);
  return accountFromKey(
    cairn,
    deriveKey({ seed, network: getNetwork(cairn.network), index }).privateKey,
    options,
  );
}

/**
 * The account of a private key.
 * @param key 32 bytes, or their 64 hex characters
 * @throws ProtocolError `invalid_key`
 */
export function accountFromKey(
  cairn: Cairn,
  key: Uint8Array | string,
  { store = memoryStore() }: AccountOptions = {},
): Account {
  // Often from a variable, which may be unset or begin with 0x.
  const privateKey = typeof key === 'string' && /^[0-9a-f]{64}$/i.test(key) ? hexToBytes(key) : key;
  if (!(privateKey instanceof Uint8Array))
    throw new ProtocolError('invalid_key', 'a private key is 32 bytes, or 64 hexadecimal digits without 0x');
  const network = getNetwork(cairn.network);
  const address = addressFromPublicKey(getPublicKey(privateKey), network);

  /** The stored transfers that are in the chain or may come there. */
  const listStored = async (): Promise<StoredTransfer[]> =>
    (await store.list(address)).filter(({ state }) => state !== 'rejected');

  /** Sends stored bytes, for the first time or again, and stores what became of them. @returns why the node does not have them */
  const submit = async (stored: StoredTransfer): Promise<CairnError | undefined> => {
    const { id, raw } = stored;
    const rpc = rpcOf(cairn);
    const outcome = await submitRaw({ id, raw }, (bytes) => rpc.submitTransaction({ raw: bytes }));
    const isTaken = outcome.kind === 'accepted' || outcome.kind === 'confirmed';
    const state = isTaken ? 'accepted' : outcome.kind === 'rejected' ? 'rejected' : stored.state;
    if (state !== stored.state) await store.put({ ...stored, state });
    if (isTaken) return undefined;
    const code = outcome.kind === 'waiting' ? 'try_again' : outcome.kind;
    const reason = ('reason' in outcome && outcome.reason) || outcome.code;
    const hint =
      reason === 'nonce_gap' ? '; transfers before it are gone: for a new devnet, use a new store' : '';
    return new CairnError(code, `transfer ${outcome.kind}: ${reason}${hint}`, { id, reason });
  };

  /** Signs with the node's next nonce, once the node has all stored transfers again: so no nonce is signed twice. */
  const sign = async ({ to, amount, fee, key }: SendOrder): Promise<StoredTransfer> => {
    const rpc = rpcOf(cairn);
    const status = await rpc.status();
    if (isOtherNetwork({ network: network.name, status }))
      throw new CairnError('other_network', `the node is on ${status.network}, not on ${network.name}`);
    let account = await rpc.getAccount({ address });
    const problem = findNodeProblem({ network: network.name, status, account });
    if (problem !== undefined)
      throw new CairnError('try_again', 'the node is not ready', { reason: problem });
    const { next_nonce } = account;
    const lost = (await listStored()).filter(({ raw }) => transferOf(raw).nonce >= next_nonce);
    for (const stored of lost.toSorted((a, b) => transferOf(a.raw).nonce - transferOf(b.raw).nonce)) {
      const failure = await submit(stored);
      if (failure !== undefined && failure.code !== 'rejected') throw failure;
    }
    if (lost.length > 0) account = await rpc.getAccount({ address });
    const body = {
      chain: network.chainId,
      nonce: account.next_nonce,
      fee: fee ?? suggestFees(status.suggested_fees).few_blocks,
      value: amount,
      fromAddress: address,
      toAddress: to,
    };
    const bytes = encodeTransaction(signTransaction(body, privateKey));
    const [id, raw] = [transactionId(bytes), bytesToHex(bytes)];
    const signed: StoredTransfer = { id, sender: address, raw, key, state: 'signed' };
    await store.put(signed);
    return signed;
  };

  const send = async (order: SendOrder): Promise<Transfer> => {
    parseAddress(order.to, network);
    if (typeof order.amount !== 'bigint')
      throw new ProtocolError(
        'invalid_amount',
        'an amount is a bigint of pebbles, such as parseCoins("1.5")',
      );
    const known = (await listStored()).find(
      ({ key, raw, state }) =>
        key === order.key && (key !== undefined || (state === 'signed' && pays(raw, order))),
    );
    if (known !== undefined && !pays(known.raw, order))
      throw new CairnError('key_reused', `the key ${known.key} belongs to another payment`, { id: known.id });
    const stored = known ?? (await sign(order));
    const failure = await submit(stored);
    if (failure !== undefined) throw failure;
    return transferOf(stored.raw);
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

function rpcOf({ rpc }: Cairn): RpcClient {
  if (rpc === undefined) throw new CairnError('no_rpc', 'createCairn needs `rpc` to send');
  return createRpcClient({ baseUrl: rpc.url, token: rpc.token.trim() });
}

function transferOf(raw: string): Transfer {
  const bytes = hexToBytes(raw);
  const { fromAddress: from, toAddress: to, value: amount, fee, nonce } = decodeTransaction(bytes);
  return { id: transactionId(bytes), from, to, amount, fee, nonce };
}

function pays(raw: string, { to, amount }: SendOrder): boolean {
  const transfer = transferOf(raw);
  return transfer.to === to && transfer.amount === amount;
}
