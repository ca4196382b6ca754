import {
  decodeTransaction,
  decodeTransactionBody,
  getNetwork,
  findNetworkByChainId,
  genesisBlockId,
  hexToBytes,
  identifyAddressNetwork,
  isCoinbase,
  type Network,
  ProtocolError,
  splitBlock,
  transactionId,
} from '@cairn/protocol';
import { checkReward, judgeTransfers, type ShownContents, type WholeBlock } from '../checks/block.ts';
import { checkBlockId, checkWork, needsAnchor, readHeader, type HeaderBytes } from '../checks/header.ts';
import { startWalk } from '../checks/links.ts';
import { checkMerkleProof, checkMerkleRoot, sizesOfPath } from '../checks/merkle.ts';
import { knownNetwork } from '../checks/network.ts';
import { check, compare, tell } from '../checks/result.ts';
import {
  bytesOfShown,
  checkAddresses,
  checkSenderKey,
  checkSignature,
  checkTransactionFields,
  checkTransactionId,
  type ShownTransaction,
  type TransactionBytes,
} from '../checks/transaction.ts';
import type { CheckResult } from '../model.ts';
import { type Listener, type Planned, runPlan } from '../plans/run.ts';
import type { Evidence } from './evidence.ts';
import type { OfflineInput } from './parse.ts';

/** Checks what a reader pasted. Asks nobody: everything comes from the bytes. */
export function verifyOffline(input: OfflineInput, listener: Listener): Promise<CheckResult[]> {
  return runPlan(planFor(input, listener), listener);
}

const FIRST_CHECK = {
  transaction: 'transactionFields',
  header: 'blockId',
  block: 'blockId',
  evidence: 'merkleProof',
} as const;

/** Where not even a plan can be made of the bytes, the first check fails and says why. */
function planFor(input: OfflineInput, listener: Listener): Planned[] {
  try {
    return planOf(input, listener);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const run = () => {
      throw error;
    };
    return [{ id: FIRST_CHECK[input.kind], run }];
  }
}

const SOURCE = '—';

function planOf(input: OfflineInput, listener: Listener): Planned[] {
  if (input.kind === 'evidence') return evidencePlan(input.evidence);
  if (input.kind === 'block') return blockPlan(input.raw, listener);
  if (input.kind === 'header') return headerPlan(readHeader(input.raw, SOURCE));
  const { raw, shown } = input;
  return transactionPlan(shown === undefined ? raw : bytesOfShown(shown), shown);
}

function transactionPlan(raw: Uint8Array, shown: ShownTransaction | undefined): Planned[] {
  const bytes: TransactionBytes = { raw, source: SOURCE };
  return [
    { id: 'transactionId', run: () => checkTransactionId(bytes, shown?.id, undefined) },
    ...(shown === undefined
      ? []
      : [{ id: 'transactionFields', run: () => checkTransactionFields(bytes, shown) } as const]),
    { id: 'addresses', run: () => checkAddresses(bytes) },
    ...unlockPlan(bytes),
  ];
}

/** @param network that the transaction must be of; absent where nothing beside its bytes says which */
function unlockPlan(bytes: TransactionBytes, network?: Network): Planned[] {
  // The miner's bytes are free: there is nothing to verify in them without the block.
  if (isCoinbase(decodeTransaction(bytes.raw))) return [];
  return [
    { id: 'signature', run: () => checkSignature(bytes) },
    { id: 'senderKey', run: () => checkSenderKey(bytes, network) },
  ];
}

function headerPlan(header: HeaderBytes, network?: Network): Planned[] {
  return [
    { id: 'blockId', run: () => checkBlockId(header, { prefix: '' }) },
    { id: 'work', run: () => checkWork(header, network) },
  ];
}

function blockPlan(raw: Uint8Array, listener: Listener): Planned[] {
  const header = readHeader(raw, SOURCE);
  const { transactionBytes } = splitBlock(raw);
  const block: WholeBlock = { header, transactions: transactionBytes, size: raw.length, source: SOURCE };
  const network = networkOf(header, transactionBytes[0]!);
  const transfers = transactionBytes.length - 1;
  return [
    ...headerPlan(header, network),
    { id: 'merkleRoot', run: () => checkMerkleRoot(transactionBytes, header, SOURCE) },
    {
      id: 'reward',
      run: () => checkReward(block, claimsOf(block), network),
    },
    {
      id: 'transfers',
      run: () =>
        judgeTransfers(
          block,
          network,
          (done) => listener.progress('transfers', done, transfers),
          Number.POSITIVE_INFINITY,
        ),
    },
  ];
}

/** A pasted block claims nothing beside its bytes: what it sums to is what is checked. */
function claimsOf({ transactions, size }: WholeBlock): ShownContents {
  const bodies = transactions.map((one) => decodeTransactionBody(one));
  const fees = bodies.slice(1).reduce((sum, { fee }) => sum + fee, 0n);
  return {
    transaction_count: transactions.length,
    size_bytes: size,
    total_fees: fees.toString(),
    reward: (bodies[0]?.value ?? 0n).toString(),
  };
}

/** The network that the bytes name: by the coinbase's chain byte, else by the miner's address. */
function networkOf(header: HeaderBytes, coinbase: Uint8Array): Network {
  const byChain = findNetworkByChainId(coinbase[0]!);
  const byMiner = identifyAddressNetwork(header.header.miner);
  return byChain ?? getNetwork(byMiner ?? 'devnet');
}

function evidencePlan(evidence: Evidence): Planned[] {
  const { transaction, header, proof, headers_above: above = [] } = evidence;
  const bytes = transaction === undefined ? undefined : { raw: hexToBytes(transaction), source: SOURCE };
  const top = header === undefined ? undefined : readHeader(hexToBytes(header), SOURCE);
  const network = knownNetwork(evidence.network);
  return [
    ...(bytes === undefined
      ? []
      : [
          { id: 'transactionId', run: () => checkTransactionId(bytes, proof.id, undefined) } as const,
          { id: 'addresses', run: () => checkAddresses(bytes, network) } as const,
          ...unlockPlan(bytes, network),
        ]),
    { id: 'merkleProof', run: () => proofCheck(evidence, bytes, top) },
    ...(top === undefined ? [] : headerPlan(top, network)),
    ...(top === undefined || above.length === 0
      ? []
      : [{ id: 'links', run: () => linksCheck(evidence, top, above) } as const]),
  ];
}

function proofCheck(
  { proof, transaction_count: size }: Evidence,
  bytes: TransactionBytes | undefined,
  header: HeaderBytes | undefined,
): CheckResult {
  const id = bytes === undefined ? proof.id : transactionId(bytes.raw);
  if (header !== undefined) return checkMerkleProof({ proof, source: SOURCE, id, header, size });
  return check('merkleProof', (findings) => {
    tell(findings, 'path', proof.path.length);
    tell(findings, 'root', proof.merkle_root);
    compare(findings, 'proof.id', proof.id, id);
    if (sizesOfPath({ ...proof, id }, size) === undefined) {
      findings.problems.push('the path does not lead to the root');
    }
    // Without a header the root is no block's: only that ID and root belong together.
    findings.limit = { code: 'header_missing' };
  });
}

/** Links, work, times and difficulty of the headers on top, by the rules of the network that the proof names. */
function linksCheck(evidence: Evidence, first: HeaderBytes, above: readonly string[]): CheckResult {
  return check('links', (findings) => {
    const network = knownNetwork(evidence.network);
    if (network === undefined) {
      findings.problems.push(`network: ${evidence.network}`);
      return;
    }
    const anchor = anchorOf(evidence, network);
    const knowsBits = anchor !== undefined || !needsAnchor(network, first.header.height + above.length);
    const anchorTimestamp = anchor?.header.timestamp;
    const walk = startWalk(findings, { network, first, below: [], anchorTimestamp, knowsBits });
    for (const hex of above) {
      const next = readHeader(hexToBytes(hex), SOURCE);
      if (!walk.step(next, next.id)) break;
    }
    tell(findings, 'walked', walk.walked);
    tell(findings, 'work', walk.work.toString());
    if (!knowsBits) findings.limit = { code: 'parent_missing' };
  });
}

/** Block 1 of the proof, if it stands on the genesis block of its network. */
function anchorOf({ anchor }: Evidence, network: Network): HeaderBytes | undefined {
  if (anchor === undefined) return undefined;
  const header = readHeader(hexToBytes(anchor), SOURCE);
  const { height, previousBlockId } = header.header;
  return height === 1 && previousBlockId === genesisBlockId(network) ? header : undefined;
}
