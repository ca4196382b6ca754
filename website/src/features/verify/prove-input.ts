import {
  checkTransaction,
  decodeTransaction,
  emittedUpTo,
  formatCoins,
  genesisBlock,
  hexToBytes,
  isCoinbase,
  type Network,
  ProtocolError,
  splitBlock,
  verifyAccount,
  verifyMessage,
  verifyPayment,
  verifyTransactionSignature,
} from '@cairn/protocol';
import { fieldsOf } from './decode.ts';
import { type Checks, type Proven, Unavailable } from './checks.ts';
import type { GivenInput } from './parse-input.ts';
import { checkWork, placeOf } from './place.ts';
import type { ProvenInput } from './proof.ts';
import type { BalanceReceipt } from './receipts.ts';
import { type CheckedHeader, readHeader, type Walk } from './walk.ts';

/**
 * Proves what the user has given, from its bytes. A receipt is limited to "in a block of so much work" unless a walk has its block.
 * @param walk of the site's server; absent if it was not asked for
 */
export async function proveInput(
  input: GivenInput,
  checks: Checks,
  walk: Walk | undefined,
): Promise<Proven<ProvenInput>> {
  if (input.kind === 'message') {
    const { signed } = input;
    checks.begin('message');
    if (!verifyMessage(signed))
      checks.problem('the signature is not one of this text by the key of this address');
    return { value: () => ({ kind: 'message', signed }) };
  }
  const { network } = input;
  if (input.kind === 'transaction') {
    checks.begin('transaction');
    if (network === undefined) throw new ProtocolError('invalid_transaction', 'its chain is no network’s');
    checkSigned(checks, input.raw, network);
    if (network.retarget === 'constant') checks.note('devnet');
    return { value: () => ({ kind: 'transaction', fields: fieldsOf(input.raw) }) };
  }
  const header = readHeader(
    input.kind === 'receipt' ? input.receipt.header : hexToBytes(input.receipt.header),
  );
  let value: ProvenInput;
  if (input.kind === 'receipt') {
    checks.begin('transaction');
    const { transaction } = verifyPayment(input.receipt);
    value = { kind: 'transaction', fields: fieldsOf(input.receipt.transaction), block: header };
    checkCoins(checks, transaction.value, header, network!);
  } else {
    checks.begin('account');
    if (network?.proofOfWorkLimitBits === undefined) throw new Unavailable('network_unknown');
    value = proveBalance(input.receipt, header, network, checks);
  }
  checks.begin('header');
  if (walk === undefined) checks.limit('not_in_chain');
  else if (walk.network.name !== network!.name) checks.limit('other_chain', { name: walk.network.name });
  else return { value: () => value, block: await placeOf({ walk, checks }, header) };
  return { value: () => value };
}

/** Checks what a transfer's own bytes show. Those of a coinbase show nothing: anybody can make them. */
function checkSigned(checks: Checks, raw: Uint8Array, network: Network): void {
  const transaction = decodeTransaction(raw);
  if (isCoinbase(transaction)) {
    checks.rename('coinbase');
    checks.limit('unsigned');
    return;
  }
  checkTransaction(transaction, network);
  if (!verifyTransactionSignature(raw, network)) {
    checks.problem('the signature is not one of these bytes by the sender’s key');
  }
}

function proveBalance(
  receipt: BalanceReceipt,
  header: CheckedHeader,
  network: Network,
  checks: Checks,
): ProvenInput {
  const { address } = receipt;
  const { record } = verifyAccount({ ...receipt, rows: undefined }, { address, network });
  checkWork(header, network);
  const { balance, nonce } = record ?? { balance: 0n, nonce: 0 };
  const computed = { exists: record !== undefined, balance: `${balance}`, nonce };
  // A proof as the API gives it says nothing of the record itself.
  const { exists = computed.exists, balance: said = computed.balance, nonce: saidNonce = nonce } = receipt;
  checks.compare({ exists, balance: said, nonce: saidNonce }, computed);
  checkCoins(checks, balance, header, network);
  return { kind: 'balance', address, balance, nonce, block: header };
}

/** No payment and no balance is of more coins than a network has at a height. */
function checkCoins(checks: Checks, value: bigint, { header }: CheckedHeader, network: Network): void {
  const genesis = splitBlock(genesisBlock(network)).transactionBytes[0]!;
  const most = decodeTransaction(genesis).value + emittedUpTo(header.height);
  if (value <= most) return;
  const [has, limit] = [formatCoins(value), formatCoins(most)];
  checks.problem(`${has} CRN: block ${header.height} has no more than ${limit} CRN`);
  checks.limit('too_many_coins');
}
