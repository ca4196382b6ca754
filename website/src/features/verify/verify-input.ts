import {
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  genesisBlockId,
  getNetwork,
  HeaderChain,
  hexToBytes,
  identifyAddressNetwork,
  isCoinbase,
  type Network,
  ProtocolError,
  type SignedMessage,
  transactionId,
  verifyMessage,
} from '@cairn/protocol';
import { knownNetwork } from '../../site/figures.ts';
import {
  type BlockBytes,
  checkProof,
  checkReward,
  checkRoot,
  checkTransfers,
  checkWork,
  type HeaderBytes,
  readBlock,
  readHeader,
} from './block-checks.ts';
import { type Findings, runSteps, type Step, type StepState, Unavailable } from './findings.ts';
import type { GivenInput } from './parse-input.ts';
import type { BalanceReceipt, Receipt } from './receipts.ts';
import { checkSignature, checkTransaction, type ShownTransaction } from './transaction-checks.ts';
import { checkAccount, proveAccount } from './verify-address.ts';

/** Verifies the user's input from its bytes alone, without the API. */
export function verifyInput(
  input: GivenInput,
  onChange: (steps: readonly StepState[]) => void,
): Promise<readonly StepState[]> {
  return runSteps(stepsOf(input), onChange);
}

function stepsOf(input: GivenInput): Step[] {
  switch (input.kind) {
    case 'receipt':
      return receiptSteps(input.receipt);
    case 'balance':
      return balanceSteps(input.receipt);
    case 'block':
      return blockSteps(readBlock(input.raw));
    case 'header':
      return [headerStep(readHeader(input.raw))];
    case 'message':
      return [{ id: 'message', run: (findings) => checkMessage(findings, input.signed) }];
    default:
      return transactionSteps(input.raw, input.shown ?? {});
  }
}

/** @param network that the input names, if any */
function transactionSteps(raw: Uint8Array, shown: Partial<ShownTransaction>, network?: Network): Step[] {
  const bytes = { raw, network };
  const own: Step = { id: 'transaction', run: (findings) => checkTransaction(findings, bytes, shown) };
  // A coinbase has no signature to verify.
  if (isCoinbase(decodeTransaction(raw))) return [own];
  return [own, { id: 'signature', run: (findings) => checkSignature(findings, bytes) }];
}

function headerStep(header: HeaderBytes, network?: Network): Step {
  return { id: 'header', run: (findings) => checkWork(findings, header, network) };
}

function blockSteps(block: BlockBytes): Step[] {
  const network = networkOf(block);
  const most = block.transactions.length;
  return [
    headerStep(block.header, network),
    { id: 'contents', run: (findings) => checkRoot(findings, block) },
    { id: 'reward', run: (findings) => checkReward(findings, block, network) },
    { id: 'transfers', run: (findings) => checkTransfers(findings, block, network, most) },
  ];
}

/** The network of a block: by the coinbase's chain byte, else by the miner's address, else devnet. */
function networkOf({ header, transactions }: BlockBytes): Network {
  const byChain = findNetworkByChainId(transactions[0]![0]!);
  return byChain ?? getNetwork(identifyAddressNetwork(header.header.miner) ?? 'devnet');
}

function receiptSteps(receipt: Receipt): Step[] {
  const { transaction, proof, transaction_count: size, headers_above: above = [] } = receipt;
  const network = knownNetwork(receipt.network ?? '');
  const raw = transaction === undefined ? undefined : hexToBytes(transaction);
  const header = receipt.header === undefined ? undefined : readHeader(hexToBytes(receipt.header));
  const id = raw === undefined ? proof.id : transactionId(raw);
  const steps = raw === undefined ? [] : transactionSteps(raw, { id: proof.id }, network);
  steps.push({ id: 'place', run: (findings) => checkProof(findings, proof, { id, header, size }) });
  if (header !== undefined) steps.push(headerStep(header, network));
  if (header !== undefined && above.length > 0) {
    steps.push({ id: 'above', run: (findings) => checkHeadersAbove(findings, receipt, header) });
  }
  return steps;
}

function balanceSteps(receipt: BalanceReceipt): Step[] {
  const network = knownNetwork(receipt.network);
  const header = readHeader(hexToBytes(receipt.header));
  return [
    {
      id: 'account',
      run: (findings) => {
        if (network === undefined) throw new Unavailable('network_unknown');
        checkAccount(findings, proveAccount(findings, receipt, receipt.address, network), receipt);
      },
    },
    headerStep(header, network),
  ];
}

/** Checks links, work, times and difficulty of the headers above, by the rules of the receipt's network. */
function checkHeadersAbove(findings: Findings, receipt: Receipt, { header, id }: HeaderBytes): void {
  const { network: name = '', headers_above: above = [] } = receipt;
  const network = knownNetwork(name);
  if (network === undefined) {
    findings.problems.push(`unknown network: ${name}`);
    return;
  }
  const anchorTimestamp = header.height === 1 ? header.timestamp : anchorOf(receipt, network);
  const start = { height: header.height, id, timestamps: [header.timestamp], anchorTimestamp };
  const chain = new HeaderChain(network, start);
  for (const hex of above) chain.add(hexToBytes(hex));
  findings.note('walked', above.length);
  const needsAnchor = network.retarget === 'asert' && chain.height > 2;
  if (needsAnchor && anchorTimestamp === undefined) findings.limit = { code: 'parent_missing' };
}

/** The time of the receipt's block 1, if its parent is the network's genesis block. */
function anchorOf({ anchor }: Receipt, network: Network): number | undefined {
  if (anchor === undefined) return undefined;
  const { height, previousBlockId, timestamp } = decodeBlockHeader(hexToBytes(anchor));
  return height === 1 && previousBlockId === genesisBlockId(network) ? timestamp : undefined;
}

/** Checks that the text was signed with the key that hashes to the address. */
function checkMessage(findings: Findings, signed: SignedMessage): void {
  const { address } = signed;
  const network = identifyAddressNetwork(address);
  if (network === undefined) throw new ProtocolError('invalid_address', `not an address: ${address}`);
  findings.note('network', network);
  if (!verifyMessage(signed)) {
    findings.problems.push('the signature is not one of this text by the key of this address');
  }
}
