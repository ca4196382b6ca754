import {
  bytesToHex,
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  genesisBlockId,
  getNetwork,
  HeaderChain,
  hexToBytes,
  identifyAddressNetwork,
  isCoinbase,
  messageDigest,
  type Network,
  ProtocolError,
  type SignedMessage,
  transactionId,
  verifyMessage,
} from '@cairn/protocol';
import { checkReward, checkRoot, checkTransfers, readBlock, type WholeBlock } from './block-checks.ts';
import { knownNetwork } from '../lib/known-network.ts';
import {
  type Findings,
  INPUT_SOURCE,
  type Listener,
  runSteps,
  type Step,
  type StepId,
  type StepResult,
} from './findings.ts';
import { type HeaderBytes, checkWork, readHeader } from './header-checks.ts';
import type { GivenInput, Receipt } from './parse-input.ts';
import { checkProof, sizesOfPath } from './merkle-path.ts';
import {
  bytesOfShown,
  checkSignature,
  checkTransaction,
  type ShownTransaction,
} from './transaction-checks.ts';

/** Verifies the user's input from its bytes alone, without the API. */
export function verifyInput(input: GivenInput, listener: Listener): Promise<StepResult[]> {
  return runSteps(stepsFor(input, listener), listener);
}

const FIRST_STEP: Readonly<Record<GivenInput['kind'], StepId>> = {
  transaction: 'transaction',
  header: 'header',
  block: 'header',
  receipt: 'place',
  message: 'message',
};

/** The steps for an input. If its bytes cannot be decoded, the first step fails and says why. */
function stepsFor(input: GivenInput, listener: Listener): Step[] {
  try {
    return stepsOf(input, listener);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const run = () => {
      throw error;
    };
    return [{ id: FIRST_STEP[input.kind], run }];
  }
}

function stepsOf(input: GivenInput, listener: Listener): Step[] {
  switch (input.kind) {
    case 'receipt':
      return receiptSteps(input.receipt);
    case 'block':
      return blockSteps(readBlock(input.raw, INPUT_SOURCE), listener);
    case 'header':
      return [headerStep(readHeader(input.raw, INPUT_SOURCE))];
    case 'message':
      return [{ id: 'message', run: (findings) => checkMessage(findings, input.signed) }];
    default: {
      const { raw, shown } = input;
      return transactionSteps(shown === undefined ? raw : bytesOfShown(shown), { shown });
    }
  }
}

/** @param of.network network that the input names, if any */
function transactionSteps(
  raw: Uint8Array,
  of: { shown?: Partial<ShownTransaction> | undefined; network?: Network | undefined },
): Step[] {
  const bytes = { raw, source: INPUT_SOURCE };
  const own: Step = { id: 'transaction', run: (findings) => checkTransaction(findings, bytes, of) };
  // A coinbase has no signature to verify.
  if (isCoinbase(decodeTransaction(raw))) return [own];
  return [own, { id: 'signature', run: (findings) => checkSignature(findings, bytes, of.network) }];
}

function headerStep(header: HeaderBytes, network?: Network): Step {
  return { id: 'header', run: (findings) => checkWork(findings, header, network) };
}

function blockSteps(block: WholeBlock, listener: Listener): Step[] {
  const network = networkOf(block);
  const transfers = block.transactions.length - 1;
  const onProgress = (done: number) => listener.progress('transfers', done, transfers);
  return [
    headerStep(block.header, network),
    { id: 'contents', run: (findings) => checkRoot(findings, block) },
    { id: 'reward', run: (findings) => checkReward(findings, block, network) },
    {
      id: 'transfers',
      run: (findings) =>
        checkTransfers(findings, block, { network, most: Number.POSITIVE_INFINITY, onProgress }),
    },
  ];
}

/** The network of a block: by the coinbase's chain byte, else by the miner's address. */
function networkOf({ header, transactions }: WholeBlock): Network {
  const byChain = findNetworkByChainId(transactions[0]![0]!);
  return byChain ?? getNetwork(identifyAddressNetwork(header.header.miner) ?? 'devnet');
}

function receiptSteps(receipt: Receipt): Step[] {
  const { transaction, proof, headers_above: above = [] } = receipt;
  const raw = transaction === undefined ? undefined : hexToBytes(transaction);
  const header =
    receipt.header === undefined ? undefined : readHeader(hexToBytes(receipt.header), INPUT_SOURCE);
  const network = knownNetwork(receipt.network);
  const steps = raw === undefined ? [] : transactionSteps(raw, { shown: { id: proof.id }, network });
  const id = raw === undefined ? proof.id : transactionId(raw);
  steps.push({ id: 'place', run: (findings) => checkReceiptProof(findings, receipt, id, header) });
  if (header === undefined) return steps;
  steps.push(headerStep(header, network));
  if (above.length > 0) {
    steps.push({ id: 'above', run: (findings) => checkHeadersAbove(findings, receipt, header) });
  }
  return steps;
}

function checkReceiptProof(
  findings: Findings,
  { proof, transaction_count: size }: Receipt,
  id: string,
  header: HeaderBytes | undefined,
): void {
  if (header !== undefined) {
    checkProof(findings, proof, { id, header, size });
    return;
  }
  findings.note('path', proof.path.length);
  findings.note('root', proof.merkle_root);
  findings.compare('proof.id', proof.id, id);
  if (sizesOfPath({ ...proof, id }, size) === undefined) {
    findings.problems.push('the path does not lead to the root');
  }
  // Without a header, nothing says that the root is a block's.
  findings.limit = { code: 'header_missing' };
}

/** Checks links, work, times and difficulty of the headers above, by the rules of the receipt's network. */
function checkHeadersAbove(findings: Findings, receipt: Receipt, { header, id }: HeaderBytes): void {
  const network = knownNetwork(receipt.network);
  if (network === undefined) {
    findings.problems.push(`network: ${receipt.network}`);
    return;
  }
  const anchorTimestamp = header.height === 1 ? header.timestamp : anchorOf(receipt, network);
  const start = { height: header.height, id, timestamps: [header.timestamp], anchorTimestamp };
  const chain = new HeaderChain(network, start);
  const above = receipt.headers_above ?? [];
  const complete = above.every((hex) => {
    const added = findings.rule(() => chain.add(hexToBytes(hex)));
    if (added === undefined) findings.note('index', chain.height + 1);
    return added !== undefined;
  });
  findings.note('walked', chain.height - header.height);
  const needsAnchor = network.retarget === 'asert' && chain.height > 2;
  if (complete && needsAnchor && anchorTimestamp === undefined) findings.limit = { code: 'parent_missing' };
}

/** The time of the receipt's block 1, if its parent is the network's genesis block. */
function anchorOf({ anchor }: Receipt, network: Network): number | undefined {
  if (anchor === undefined) return undefined;
  const { height, previousBlockId, timestamp } = decodeBlockHeader(hexToBytes(anchor));
  return height === 1 && previousBlockId === genesisBlockId(network) ? timestamp : undefined;
}

/** Checks that the text was signed with the key that hashes to the address. */
function checkMessage(findings: Findings, signed: SignedMessage): void {
  const { message, address, signature } = signed;
  const network = identifyAddressNetwork(address);
  if (network === undefined) {
    findings.problems.push(`address: ${address}`);
    return;
  }
  findings.note('source', INPUT_SOURCE);
  findings.note('network', network);
  findings.note('digest', bytesToHex(messageDigest(message, getNetwork(network))));
  findings.note('signature', signature.slice(0, 128));
  findings.note('publicKey', signature.slice(128));
  if (!verifyMessage(signed))
    findings.problems.push('the signature is not one of this text by the key of this address');
}
