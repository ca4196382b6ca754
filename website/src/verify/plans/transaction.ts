import type { TransactionDetail, TransactionProof } from '@cairn/api/explorer';
import { blockSize, bytesToHex, COINBASE_SENDER, transactionId } from '@cairn/protocol';
import { checkCoinbaseAlone } from '../checks/block.ts';
import { checkBlockId, checkWork } from '../checks/header.ts';
import { checkMerkleProof, checkPlace } from '../checks/merkle.ts';
import { checkLater, compare, tell } from '../checks/result.ts';
import {
  checkAddresses,
  checkSenderKey,
  checkSignature,
  checkTransactionFields,
  checkTransactionId,
  type TransactionBytes,
} from '../checks/transaction.ts';
import type { Evidence } from '../offline/evidence.ts';
import type { CheckResult } from '../model.ts';
import type { ApiSource } from '../source.ts';
import {
  type BlockBytes,
  bytesOfAnswer,
  fetchBlockBytes,
  placeOf,
  WHOLE_BLOCK_LIMIT,
} from './block-bytes.ts';
import {
  chainContext,
  type ChainContext,
  runBits,
  runConfirmations,
  runLinks,
  tipClaim,
} from './chain-context.ts';
import { runHistory } from './history.ts';
import { runGenesis, runNetwork } from './network.ts';
import { type Listener, once, type Planned, runPlan } from './run.ts';

/** A transaction's page: what it shows, and what the reader asked for. */
export interface TransactionSubject {
  readonly shown: TransactionDetail;
  /** ID of the address bar, lowercase. */
  readonly asked: string;
  /** Headers to walk towards the tip, at most. */
  readonly walk: number;
  /** Whether every header below is checked too, down to the genesis block. */
  readonly deep?: boolean;
}

export interface TransactionOutcome {
  readonly results: CheckResult[];
  /** What the reader can keep and check again without the API; absent where something is missing. */
  readonly evidence: Evidence | undefined;
}

/** Everything that the checks of a transaction ask for, each once. */
interface Inputs {
  readonly subject: TransactionSubject;
  readonly context: ChainContext;
  readonly block: () => Promise<BlockBytes & { count: number }>;
  readonly transaction: () => Promise<TransactionBytes>;
  readonly proof: () => Promise<TransactionProof>;
}

/**
 * Verifies what a transaction's page shows.
 * @param wholeLimit bytes of a block that may be fetched whole
 */
export async function verifyTransaction(
  source: ApiSource,
  subject: TransactionSubject,
  listener: Listener,
  wholeLimit = WHOLE_BLOCK_LIMIT,
): Promise<TransactionOutcome> {
  const inputs = inputsOf(source, subject, listener, wholeLimit);
  const results = await runPlan(planOf(inputs), listener);
  const intact = results.every(({ status }) => status === 'passed' || status === 'limited');
  return { results, evidence: intact ? await evidenceOf(inputs) : undefined };
}

function inputsOf(source: ApiSource, subject: TransactionSubject, listener: Listener, limit: number): Inputs {
  const { shown } = subject;
  const block = once(async () => {
    const { transaction_count: count } = await source.block(shown.block_id);
    const bytes = await fetchBlockBytes(source, {
      reference: shown.block_id,
      count,
      needed: shown.transaction_index,
      limit,
      onProgress: (done, total) => listener.progress('transactionId', done, total),
    });
    return { ...bytes, count };
  });
  const context = chainContext(source, listener, async () => (await block()).header);
  const transaction = once(async () => transactionBytes(await block(), subject));
  return { subject, context, block, transaction, proof: once(() => source.proof(shown.id)) };
}

/** The transaction's own bytes in its block, found by the ID that was asked for, else by the place that is shown. */
function transactionBytes(block: BlockBytes, { asked, shown }: TransactionSubject): TransactionBytes {
  const found = block.whole?.transactions.findIndex((raw) => transactionId(raw) === asked) ?? -1;
  const index = found === -1 ? shown.transaction_index : found;
  const raw = block.transactionAt(index);
  if (raw !== undefined) return { raw, source: placeOf(block.source, index) };
  // Too far into a large block: the fields themselves make the bytes, and their hash tells whether they are right.
  return { raw: bytesOfAnswer(shown), source: `/api/v1/transactions/${asked}` };
}

function planOf(inputs: Inputs): Planned[] {
  const { context, subject, block, transaction } = inputs;
  const { shown, asked, walk, deep = false } = subject;
  const { source } = context;
  const tip = once(() => tipClaim(source, async () => (await source.transaction(asked)).confirmations));
  return [
    { id: 'network', run: () => runNetwork(context, shown.network) },
    { id: 'genesis', run: () => runGenesis(context) },
    { id: 'transactionId', run: async () => checkTransactionId(await transaction(), shown.id, asked) },
    { id: 'transactionFields', run: async () => checkTransactionFields(await transaction(), shown) },
    {
      id: 'addresses',
      run: async () => checkAddresses(await transaction(), await context.network()),
    },
    ...unlockChecks(inputs),
    { id: 'place', run: () => runPlace(inputs) },
    { id: 'merkleProof', run: () => runProof(inputs) },
    {
      id: 'blockId',
      run: async () => {
        const { block_id: id, block_height: height, block_timestamp: timestamp } = shown;
        return checkBlockId((await block()).header, { id, height, timestamp, prefix: 'block_' });
      },
    },
    { id: 'work', run: async () => checkWork(await context.header()) },
    { id: 'bits', run: () => runBits(context) },
    ...(deep && shown.block_height > 0 ? [{ id: 'history', run: () => runHistory(context) } as const] : []),
    { id: 'links', run: () => runLinks(context, tip, walk) },
    { id: 'confirmations', run: () => runConfirmations(context, tip, shown.confirmations, walk) },
  ];
}

function unlockChecks({ context, subject, block, transaction }: Inputs): Planned[] {
  if (subject.shown.from_address === COINBASE_SENDER) {
    const run = async () => {
      const { header, whole } = await block();
      return checkCoinbaseAlone((await transaction()).raw, header, whole, await context.network());
    };
    return [{ id: 'coinbase', run }];
  }
  return [
    { id: 'signature', run: async () => checkSignature(await transaction()) },
    { id: 'senderKey', run: async () => checkSenderKey(await transaction(), await context.network()) },
  ];
}

async function runPlace(inputs: Inputs): Promise<CheckResult> {
  const { header, whole, count, source } = await inputs.block();
  const { raw } = await inputs.transaction();
  const shownIndex = inputs.subject.shown.transaction_index;
  if (whole !== undefined) {
    const { transactions } = whole;
    return checkPlace({ transactions, source, id: transactionId(raw), shownIndex, header });
  }
  return checkLater('place', async (findings) => {
    const proof = await inputs.proof();
    tell(findings, 'size', blockSize(count));
    tell(findings, 'index', shownIndex);
    compare(findings, 'transaction_index', shownIndex, proof.transaction_index);
    findings.limit = { code: 'large_block', count };
  });
}

async function runProof({ subject, block, transaction, proof }: Inputs): Promise<CheckResult> {
  const { shown } = subject;
  const { header, whole, count } = await block();
  return checkMerkleProof({
    proof: await proof(),
    source: `/api/v1/transactions/${shown.id}/proof`,
    id: transactionId((await transaction()).raw),
    header,
    size: whole?.transactions.length ?? count,
    shownIndex: shown.transaction_index,
  });
}

async function evidenceOf({ context, block, transaction, proof }: Inputs): Promise<Evidence> {
  const { id, block_id, block_height, transaction_index, merkle_root, path } = await proof();
  const { header, count } = await block();
  const anchor = await context.anchor(header.header.height + context.above.length);
  return {
    format: 'cairn-evidence-1',
    network: (await context.network()).name,
    transaction: bytesToHex((await transaction()).raw),
    header: bytesToHex(header.bytes),
    ...(anchor === undefined ? {} : { anchor: bytesToHex(anchor.bytes) }),
    proof: { id, block_id, block_height, transaction_index, merkle_root, path },
    transaction_count: count,
    headers_above: context.above,
  };
}
