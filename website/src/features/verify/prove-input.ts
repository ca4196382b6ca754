import {
  decodeTransaction,
  emittedUpTo,
  findNetworkByChainId,
  formatCoins,
  genesisBlock,
  hexToBytes,
  identifyAddressNetwork,
  isCoinbase,
  type Network,
  ProtocolError,
  type SignedMessage,
  splitBlock,
  verifyAccountProof,
  verifyMessage,
  verifyPayment,
} from '@cairn/protocol';
import { knownNetwork } from '../../site/figures.ts';
import { type Findings, Unavailable } from './findings.ts';
import type { GivenInput } from './parse-input.ts';
import { checkPlace, checkWork, noteHeader } from './prove-block.ts';
import { checkSignature, checkTransaction } from './prove-transaction.ts';
import type { BalanceReceipt, Receipt } from './receipts.ts';
import type { Proven } from './proof-context.ts';
import { type CheckedHeader, readHeader, type Walk } from './walk.ts';

/**
 * Proves what the user has given, from its bytes. A receipt is limited to "in a block of so much work" unless a walk has its block.
 * @param walk of the site's server; absent if it was not asked for
 */
export async function proveInput(
  input: GivenInput,
  findings: Findings,
  walk: Walk | undefined,
): Promise<Proven<undefined>> {
  switch (input.kind) {
    case 'receipt':
      return placeOf(checkPaid(findings, input.receipt), findings, walk);
    case 'balance':
      return placeOf(checkBalance(findings, input.receipt), findings, walk);
    case 'message':
      checkMessage(findings, input.signed);
      return {};
    default:
      checkBytes(findings, input.raw);
      return {};
  }
}

/** A block that bytes name, and its network. */
interface Named {
  readonly header: CheckedHeader;
  readonly network: Network;
}

/** Whether the walk has the block. */
async function placeOf(
  { header, network }: Named,
  findings: Findings,
  walk: Walk | undefined,
): Promise<Proven<undefined>> {
  findings.begin('inChain');
  if (walk === undefined) findings.limit('not_in_chain');
  else if (walk.network.name !== network.name) findings.limit('other_chain', { name: walk.network.name });
  else if (await checkPlace({ walk, findings }, header)) {
    return { block: { height: header.header.height, id: header.id } };
  }
  return {};
}

function checkPaid(findings: Findings, receipt: Receipt): Named {
  findings.begin('payment');
  const { network, transaction } = verifyPayment(receipt);
  checkTransaction(findings, receipt.transaction, network);
  const header = readHeader(receipt.header);
  noteHeader(findings, header);
  checkCoins(findings, transaction.value, header, network);
  return { header, network };
}

function checkBalance(findings: Findings, receipt: BalanceReceipt): Named {
  findings.begin('account');
  const network = knownNetwork(receipt.network);
  if (network?.proofOfWorkLimitBits === undefined) throw new Unavailable('network_unknown');
  const header = readHeader(hexToBytes(receipt.header));
  const record = verifyAccountProof(
    {
      address: receipt.address,
      bucket: receipt.bucket.map(hexToBytes),
      siblings: receipt.siblings.map(hexToBytes),
      coinbase: hexToBytes(receipt.coinbase),
      coinbasePath: receipt.coinbase_path.map(hexToBytes),
    },
    header.header,
    network,
  );
  checkWork(header, network);
  findings.note('owner', receipt.address);
  findings.note('balance', record?.balance ?? 0n);
  findings.note('nonce', record?.nonce ?? 0);
  findings.note('total', record?.count ?? 0);
  noteHeader(findings, header);
  const said = { exists: receipt.exists, balance: receipt.balance, nonce: receipt.nonce };
  const { exists = record !== undefined, balance = record?.balance ?? 0n, nonce = record?.nonce ?? 0 } = said;
  findings.compare(
    { block_id: receipt.block_id, block_height: receipt.block_height, exists, balance: `${balance}`, nonce },
    {
      block_id: header.id,
      block_height: header.header.height,
      exists: record !== undefined,
      balance: `${record?.balance ?? 0n}`,
      nonce: record?.nonce ?? 0,
    },
  );
  checkCoins(findings, record?.balance ?? 0n, header, network);
  return { header, network };
}

/** No payment and no balance is of more coins than a network has at a height. */
function checkCoins(findings: Findings, value: bigint, { header }: CheckedHeader, network: Network): void {
  const genesis = splitBlock(genesisBlock(network)).transactionBytes[0]!;
  const most = decodeTransaction(genesis).value + emittedUpTo(header.height);
  if (value <= most) return;
  findings.problem(
    `${formatCoins(value)} CRN: block ${header.height} has no more than ${formatCoins(most)} CRN`,
  );
  findings.limit('too_many_coins');
}

function checkBytes(findings: Findings, raw: Uint8Array): void {
  const network = findNetworkByChainId(raw[0]!);
  findings.begin('transaction');
  if (network === undefined)
    throw new ProtocolError('invalid_transaction', `chain ${raw[0]} is no network's`);
  checkTransaction(findings, raw, network);
  if (isCoinbase(decodeTransaction(raw))) findings.limit('unsigned');
  else checkSignature(findings, raw, network);
}

/** Checks that the text was signed with the key that hashes to the address. */
function checkMessage(findings: Findings, signed: SignedMessage): void {
  findings.begin('message');
  const network = identifyAddressNetwork(signed.address);
  if (network === undefined) throw new ProtocolError('invalid_address', `not an address: ${signed.address}`);
  findings.note('network', network);
  findings.note('signer', signed.address);
  findings.note('text', signed.message);
  if (!verifyMessage(signed)) {
    findings.problem('the signature is not one of this text by the key of this address');
  }
}
