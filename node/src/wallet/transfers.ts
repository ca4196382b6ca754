/** Transfers of the command-line wallet: read as people write them, signed once, stored before they are sent. */
import type { RpcClient, RpcStatus } from '@cairn/api/rpc';
import {
  type Address,
  decodeTransaction,
  formatCoins,
  getNetwork,
  hexToBytes,
  type NetworkName,
  parsePebbles,
  type Transaction,
  TRANSACTION_SIZE,
  type TransactionBody,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';
import {
  checkRecipient,
  findNodeProblem,
  isReplacedForGood,
  isUnusualFee,
  MAX_FEE,
  type NodeProblem,
  type OutboxEntry,
  type OutboxItem,
  parseAmountEntry,
  type RecipientEntry,
  reconcileOutbox,
  storeSigned,
  suggestFees,
  type AmountProblem,
  type Keyring,
  type OutboxStorage,
  type SubmitOutcome,
} from '@cairn/wallet';
import { NodeError, UsageError } from '../startup/errors.ts';

/** A transfer as a person asks for it. */
export interface Order {
  readonly recipient: Address;
  /** In pebbles. */
  readonly value: bigint;
  /** In pebbles; the node's suggestion if absent. */
  readonly fee: bigint | undefined;
  /** Accepts a fee far above the suggested ones. */
  readonly highFee: boolean;
}

/** Who signs, and where signed transfers are kept. */
export interface Signer {
  readonly keyring: Keyring;
  readonly account: number;
  readonly outbox: OutboxStorage;
  /** Signs a nonce although another transfer with it was signed before. */
  readonly signAgain: boolean;
}

/** Reads recipient and amounts in CRN. @throws UsageError */
export function readOrder(
  network: NetworkName,
  {
    recipient,
    amount,
    fee,
    highFee,
  }: { recipient: string; amount: string; fee?: string | undefined; highFee: boolean },
): Order {
  const to = checkRecipient(recipient, network);
  if (!to.ok) throw new UsageError(`"${recipient}" ${describeRecipient(to, network)}`);
  return {
    recipient: to.address,
    value: readAmount(amount, 'the amount'),
    fee: fee === undefined ? undefined : readAmount(fee, 'the fee', MAX_FEE),
    highFee,
  };
}

function readAmount(text: string, name: string, maximum?: bigint): bigint {
  const entry = parseAmountEntry(text, maximum === undefined ? {} : { maximum });
  if (entry.ok) return entry.pebbles;
  throw new UsageError(`${name} "${text}" ${AMOUNT_PROBLEMS[entry.problem]}`);
}

const AMOUNT_PROBLEMS: Readonly<Record<AmountProblem, string>> = {
  empty: 'is empty',
  zero: 'has to be more than zero',
  not_a_number: 'is not an amount in CRN like 12.5',
  too_many_decimals: 'has more than eight decimals',
  too_large: 'is too large',
};

function describeRecipient(entry: Extract<RecipientEntry, { ok: false }>, network: NetworkName): string {
  if (entry.problem === 'wrong_network') return `is an address of ${entry.network}, not of ${network}`;
  if (entry.problem === 'checksum') return 'has a wrong checksum: a character is wrong';
  return `is not an address of ${network}`;
}

/**
 * Signs an order with the node's next nonce, and stores the bytes. The same order gives the same bytes while the node does not
 * have them, so a repeated command pays once.
 * @param state `signed` to send it now, `exported` if somebody else does
 * @throws NodeError if the node is not ready, the balance too low, the fee unusual or the nonce signed for another transfer
 */
export async function signWithNode(
  client: RpcClient,
  signer: Signer,
  order: Order,
  state: 'signed' | 'exported',
): Promise<OutboxEntry> {
  const { keyring, outbox } = signer;
  const { network } = keyring;
  const { address } = keyring.account(signer.account);
  const [status, account, history] = await Promise.all([
    client.status(),
    client.getAccount({ address }),
    client.listAccountTransactions({ address, limit: 100 }),
  ]);
  const problem = findNodeProblem({ network, status, account });
  if (problem !== undefined) throw new NodeError(describeNodeProblem(problem, network, status));
  const items = history.transactions;
  const open = await reconcileOutbox({
    outbox,
    entries: await outbox.list(network, address),
    account,
    items,
    tip: status.height,
  });
  for (const item of open)
    if (isReplacedForGood(item) || item.entry.state === 'rejected') await outbox.remove(item.entry.id);
  const fee = order.fee ?? suggestFees(status.suggested_fees).few_blocks;
  requireUsualFee({ ...order, fee }, status.suggested_fees);
  const spendable = parsePebbles(account.spendable_balance);
  if (order.value + fee > spendable) {
    throw new NodeError(
      `${address} can spend ${formatCoins(spendable)} CRN, but the transfer needs ${formatCoins(order.value + fee)} with its fee`,
    );
  }
  return signOnce(signer, { ...order, fee, nonce: account.next_nonce }, state, open);
}

/** Signs an order without a node, and stores the bytes. @throws NodeError as `signWithNode` does */
export async function signOffline(
  signer: Signer,
  order: Order & { readonly fee: bigint; readonly nonce: number },
): Promise<OutboxEntry> {
  requireUsualFee(order, undefined);
  const { network } = signer.keyring;
  const entries = await signer.outbox.list(network, signer.keyring.account(signer.account).address);
  const open = entries.map((entry) => ({ entry, reconciliation: { kind: 'unknown' as const } }));
  return signOnce(signer, order, 'exported', open);
}

async function signOnce(
  { keyring, account, outbox, signAgain }: Signer,
  { recipient, value, fee, nonce }: Order & { readonly fee: bigint; readonly nonce: number },
  state: 'signed' | 'exported',
  open: readonly OutboxItem[],
): Promise<OutboxEntry> {
  const { network } = keyring;
  const body: TransactionBody = {
    chain: getNetwork(network).chainId,
    nonce,
    fee,
    value,
    fromAddress: keyring.account(account).address,
    toAddress: recipient,
  };
  const signed = keyring.sign(account, body);
  const rival = open.find(
    ({ entry }) => entry.nonce === nonce && entry.id !== signed.id && entry.state !== 'rejected',
  );
  if (rival !== undefined && !signAgain) {
    const { id, value: amount, toAddress } = rival.entry;
    throw new NodeError(
      `nonce ${nonce} is signed already for ${formatCoins(BigInt(amount))} CRN to ${toAddress} (transaction ${id}), which the node does not have: send that with cairn submit, or add --sign-again, but only one of the two will be mined`,
    );
  }
  return storeSigned({ transfer: { ...signed, body }, state, network, outbox, now: Date.now() });
}

function requireUsualFee(
  order: Order & { readonly fee: bigint },
  suggested: RpcStatus['suggested_fees'],
): void {
  if (order.highFee || !isUnusualFee(order.fee, suggestFees(suggested))) return;
  throw new UsageError(
    `a fee of ${formatCoins(order.fee)} CRN is far above the usual ones; add --high-fee if you mean it`,
  );
}

function describeNodeProblem(problem: NodeProblem, network: NetworkName, status: RpcStatus): string {
  if (problem === 'other_network') return `the node is on ${status.network}, not on ${network}`;
  if (problem === 'no_mempool') return 'the node cannot read its pending transactions now; try again';
  return `the node is not ready: it is at block ${status.height} and follows its peers`;
}

/**
 * Reads a signed transaction in hex.
 * @returns its bytes in lower case, and its ID
 * @throws UsageError for anything else, or a transaction of another network
 */
export function readRaw(
  text: string,
  network: NetworkName,
): { readonly raw: string; readonly id: TransactionId } {
  const raw = text.trim().toLowerCase();
  if (!/^[0-9a-f]*$/.test(raw) || raw.length !== 2 * TRANSACTION_SIZE)
    throw new UsageError(`a signed transaction has ${2 * TRANSACTION_SIZE} hexadecimal digits`);
  const bytes = hexToBytes(raw);
  const { chain } = decode(bytes);
  if (chain !== getNetwork(network).chainId)
    throw new UsageError(`this transaction is for another network than ${network}`);
  return { raw, id: transactionId(bytes) };
}

function decode(bytes: Uint8Array): Transaction {
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    throw new UsageError(`this is no transaction: ${(error as Error).message}`);
  }
}

/**
 * What became of a transfer that was sent.
 * @throws NodeError unless it is pending or confirmed
 */
export function describeOutcome(id: string, outcome: SubmitOutcome): string {
  switch (outcome.kind) {
    case 'accepted':
      return `Transaction ${id} is pending; ${outcome.relayCount} peers took it.`;
    case 'confirmed':
      return `Transaction ${id} is in a block already.`;
    case 'rejected':
      throw new NodeError(`the node rejects transaction ${id}: ${outcome.reason ?? outcome.code}`);
    case 'waiting':
      throw new NodeError(`the node does not take transaction ${id} now (${outcome.code}): try again later`);
    default:
      throw new NodeError(
        `no clear answer about transaction ${id} (${outcome.code}): cairn submit sends the same bytes again, which pays once`,
      );
  }
}
