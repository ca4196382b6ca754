import {
  bytesToHex,
  decodeTransaction,
  findNetworkByChainId,
  getNetwork,
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
  checkContents,
  checkProof,
  checkReward,
  checkSignature,
  checkTransaction,
  checkTransfers,
  checkWork,
  type HeaderBytes,
  readBlock,
  readHeader,
} from './checks.ts';
import type { GivenInput } from './parse-input.ts';
import type { BalanceReceipt, Receipt } from './receipts.ts';
import { type Findings, runSteps, type Step, type StepState, Unavailable } from './steps.ts';
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
      return transactionSteps(input.raw);
  }
}

function transactionSteps(raw: Uint8Array): Step[] {
  const bytes = { raw };
  const own: Step = { id: 'transaction', run: (findings) => checkTransaction(findings, bytes) };
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
    { id: 'contents', run: (findings) => checkContents(findings, block) },
    { id: 'reward', run: (findings) => checkReward(findings, block, network) },
    { id: 'transfers', run: (findings) => checkTransfers(findings, block, network, most) },
  ];
}

/** The network of a block: by the coinbase's chain byte, else by the miner's address, else devnet. */
function networkOf({ header, transactions }: BlockBytes): Network {
  const byChain = findNetworkByChainId(transactions[0]![0]!);
  return byChain ?? getNetwork(identifyAddressNetwork(header.header.miner) ?? 'devnet');
}

function receiptSteps({ transaction: raw, header: bytes, index, count, path }: Receipt): Step[] {
  const header = readHeader(bytes);
  const of = { id: transactionId(raw), header, size: count };
  const proof = { transaction_index: index, path: path.map(bytesToHex) };
  return [
    ...transactionSteps(raw),
    { id: 'place', run: (findings) => checkProof(findings, proof, of) },
    headerStep(header, findNetworkByChainId(raw[0]!)),
  ];
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

/** Checks that the text was signed with the key that hashes to the address. */
function checkMessage(findings: Findings, signed: SignedMessage): void {
  const { address } = signed;
  const network = identifyAddressNetwork(address);
  if (network === undefined) throw new ProtocolError('invalid_address', `not an address: ${address}`);
  findings.note('network', network);
  findings.note('signer', address);
  findings.note('text', signed.message);
  if (!verifyMessage(signed)) {
    findings.problems.push('the signature is not one of this text by the key of this address');
  }
}
