import {
  decodeTransaction,
  emittedUpTo,
  formatCoins,
  genesisBlock,
  hexToBytes,
  isCoinbase,
  type Network,
  splitBlock,
  verifyAccount,
  verifyMessage,
  verifyPayment,
  verifyTransaction,
  verifyWork,
} from '@cairn/protocol';
import { type CheckedHeader, fieldsOf, readHeader } from './decode.ts';
import { type Checks, placeOf, type Proven } from './checks.ts';
import type { GivenInput } from './parse-input.ts';
import type { ProvenInput } from './proof.ts';
import { ProofError } from './proof-error.ts';
import type { Walk } from './walk.ts';

/**
 * Proves what the user has given, from its bytes. A receipt is limited to "in a block of so much work" unless a walk has its block.
 * @param walk of the site's server; absent if it was not asked for
 */
export async function proveInput(
  input: GivenInput,
  checks: Checks,
  walk: Walk | undefined,
): Promise<Proven<ProvenInput>> {
  const alone = (value: ProvenInput) => ({ value: () => value });
  if (input.kind === 'message') {
    const { signed } = input;
    checks.begin('message');
    if (!verifyMessage(signed))
      checks.problem('the signature is not one of this text by the key of this address');
    return alone({ kind: 'message', signed });
  }
  if (input.kind === 'transaction') {
    checks.begin('transaction');
    const { network, transaction } = verifyTransaction(input.raw);
    if (isCoinbase(transaction)) {
      checks.rename('coinbase');
      checks.limit('unsigned');
    }
    if (network.retarget === 'constant') checks.note('devnet');
    return alone({ kind: 'transaction', fields: fieldsOf(input.raw) });
  }
  const { value, header, network } =
    input.kind === 'receipt' ? provePayment(input, checks, walk) : proveBalance(input, checks, walk);
  checks.begin('header');
  if (walk?.network === network) return { ...alone(value), block: await placeOf({ walk, checks }, header) };
  if (walk === undefined) checks.limit('not_in_chain');
  else checks.limit('other_chain', { name: walk.network.name });
  return alone(value);
}

/** What a receipt proves, and the block that it is of. */
interface ProvenReceipt {
  readonly value: ProvenInput;
  readonly header: CheckedHeader;
  readonly network: Network;
}

/** The walk alone tells a fork from the network that is forked. */
function asWalked(network: Network | undefined, walk: Walk | undefined): Network | undefined {
  return walk?.network.name === network?.name ? walk?.network : network;
}

function provePayment(
  { receipt, network: named }: GivenInput & { kind: 'receipt' },
  checks: Checks,
  walk: Walk | undefined,
): ProvenReceipt {
  checks.begin('transaction');
  const { transaction, network } = verifyPayment(receipt, asWalked(named, walk));
  const header = readHeader(receipt.header);
  checkCoins(checks, transaction.value, header, network);
  return {
    value: { kind: 'transaction', fields: fieldsOf(receipt.transaction), block: header },
    header,
    network,
  };
}

function proveBalance(
  { receipt, network: named }: GivenInput & { kind: 'balance' },
  checks: Checks,
  walk: Walk | undefined,
): ProvenReceipt {
  checks.begin('account');
  const network = asWalked(named, walk);
  if (network === undefined) throw new ProofError('network_unknown');
  const { address } = receipt;
  const { record } = verifyAccount({ ...receipt, rows: undefined }, { address, network });
  const header = readHeader(hexToBytes(receipt.header));
  verifyWork(header.bytes, network);
  const { balance, nonce } = record ?? { balance: 0n, nonce: 0 };
  // A proof as the API gives it says nothing of the record itself.
  checks.compare(
    { exists: receipt.exists, balance: receipt.balance, nonce: receipt.nonce },
    { exists: record !== undefined, balance: `${balance}`, nonce },
  );
  checkCoins(checks, balance, header, network);
  return { value: { kind: 'balance', address, balance, nonce, block: header }, header, network };
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
