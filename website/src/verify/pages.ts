import type { BlockSummary, TransactionDetail } from '@cairn/api/explorer';
import { bytesToHex, COINBASE_SENDER, transactionId, transactionOffset } from '@cairn/protocol';
import {
  type BlockBytes,
  bytesOfAnswer,
  fetchBlock,
  checkClaimedReward,
  checkFirstTransaction,
  checkReward,
  checkRoot,
  checkRows,
  checkSize,
  checkTransfers,
  type ShownRows,
  SIGNATURE_LIMIT,
  WHOLE_BLOCK_LIMIT,
} from './block.ts';
import { PageChain } from './chain.ts';
import {
  type Findings,
  type Listener,
  once,
  runSteps,
  type Step,
  type StepResult,
  Unavailable,
} from './findings.ts';
import { checkShownHeader, checkWork } from './header.ts';
import type { Receipt } from './input.ts';
import { KeptChain } from './kept-chain.ts';
import { checkProof, sizesOfPath } from './merkle-path.ts';
import type { ApiSource } from './source.ts';
import { checkSignature, checkTransaction, type TransactionBytes } from './transaction.ts';

/** Input of a page's verification beside the shown data. */
export interface Means {
  readonly source: ApiSource;
  readonly listener: Listener;
  /** Headers of this session that were checked before. */
  readonly kept?: KeptChain | undefined;
  /** Bytes of a block that are fetched whole without being asked to. */
  readonly wholeLimit?: number | undefined;
}

/** A transaction's page: what it shows, and what the reader asked for. */
export interface TransactionSubject {
  readonly shown: TransactionDetail;
  /** ID of the address bar, lowercase. */
  readonly asked: string;
  /** Headers that may be fetched. */
  readonly reach: number;
}

/** A block's page. */
export interface BlockSubject {
  readonly shown: BlockSummary;
  /** Name of the network in the same answer. */
  readonly network: string | undefined;
  /** Block ID, lowercase, or height of the address bar. */
  readonly asked: string | number;
  /** The page's current list; absent if it could not be loaded. */
  readonly rows: ShownRows | undefined;
  readonly reach: number;
  /** Fetch a large block whole, and verify every signature, because the reader asked for it. */
  readonly deep: boolean;
}

export interface TransactionOutcome {
  readonly results: StepResult[];
  /** Receipt that the reader can check again without the API; absent if something is missing or wrong. */
  readonly receipt: Receipt | undefined;
}

/**
 * Verifies what a transaction's page shows: network, the transaction's bytes, its signature, its place in the block, the
 * block's header, the chain below, the blocks above.
 */
export async function verifyTransaction(
  means: Means,
  subject: TransactionSubject,
): Promise<TransactionOutcome> {
  const { source, listener, kept = new KeptChain(), wholeLimit: limit = WHOLE_BLOCK_LIMIT } = means;
  const { shown, asked, reach } = subject;
  const block = once(async () => {
    const { transaction_count: count } = await source.block(shown.block_id);
    const onProgress = (done: number, total: number) => listener.progress('transaction', done, total);
    const needed = shown.transaction_index;
    const bytes = await fetchBlock(source, { reference: shown.block_id, count, needed, limit, onProgress });
    return { ...bytes, count };
  });
  const transaction = once(async () => transactionBytes(await block(), subject));
  const proof = once(() => source.proof(shown.id));
  const chain = new PageChain({
    source,
    listener,
    kept,
    reach,
    header: async () => (await block()).header,
    confirmations: async () => (await source.transaction(asked)).confirmations,
    shownConfirmations: shown.confirmations,
    beside: shown.network,
  });
  const steps: Step[] = [
    chain.networkStep,
    {
      id: 'transaction',
      run: async (findings) => {
        const bytes = await transaction();
        if (asked !== shown.id) findings.compare('id', asked, transactionId(bytes.raw));
        checkTransaction(findings, bytes, { shown, network: await chain.network() });
      },
    },
    shown.from_address === COINBASE_SENDER
      ? {
          id: 'coinbase',
          run: async (findings) =>
            void checkFirstTransaction(
              findings,
              (await transaction()).raw,
              await block(),
              await chain.network(),
            ),
        }
      : {
          id: 'signature',
          run: async (findings) => checkSignature(findings, await transaction(), await chain.network()),
        },
    {
      id: 'place',
      run: async (findings) => {
        const [held, { raw }] = [await block(), await transaction()];
        const id = transactionId(raw);
        checkPlace(findings, held, id, shown.transaction_index);
        const claim = await proof();
        const size = held.whole?.transactions.length ?? held.count;
        checkProof(findings, claim, { id, header: held.header, size });
        findings.compare('transaction_index', shown.transaction_index, claim.transaction_index);
        if (held.whole === undefined) findings.limit = { code: 'large_block', count: held.count };
      },
    },
    {
      id: 'header',
      run: async (findings) => {
        const { header } = await block();
        checkWork(findings, header);
        findings.compare('block_id', shown.block_id, header.id);
        findings.compare('block_height', shown.block_height, header.header.height);
        findings.compare('block_timestamp', shown.block_timestamp, header.header.timestamp);
      },
    },
    ...chain.steps,
  ];
  const results = await runSteps(steps, listener);
  if (results.some(({ status }) => status === 'failed' || status === 'skipped')) {
    return { results, receipt: undefined };
  }
  const [{ header, count }, { raw }] = [await block(), await transaction()];
  const { id, block_id, block_height, transaction_index, merkle_root, path } = await proof();
  const { above, anchor } = chain.receipt;
  const receipt: Receipt = {
    format: 'cairn-evidence-1',
    network: (await chain.network()).name,
    transaction: bytesToHex(raw),
    header: bytesToHex(header.bytes),
    ...(anchor === undefined ? {} : { anchor }),
    proof: { id, block_id, block_height, transaction_index, merkle_root, path },
    transaction_count: count,
    headers_above: above,
  };
  return { results, receipt };
}

/** The transaction's own bytes in its block, found by the ID that was asked for, else by the place that is shown. */
function transactionBytes(block: BlockBytes, { asked, shown }: TransactionSubject): TransactionBytes {
  const found = block.whole?.transactions.findIndex((raw) => transactionId(raw) === asked) ?? -1;
  const index = found === -1 ? shown.transaction_index : found;
  const raw = block.transactionAt(index);
  const end = transactionOffset(index + 1) - 1;
  if (raw !== undefined) return { raw, source: `${block.source} [${transactionOffset(index)}–${end}]` };
  // Too far into a large block: the bytes are made from the fields, and their hash shows whether they are right.
  return { raw: bytesOfAnswer(shown), source: `/api/v1/transactions/${asked}` };
}

/** In a whole block, the IDs of all transactions hash to the root, and the transaction is at the position that the page says. */
function checkPlace(findings: Findings, { whole }: BlockBytes, id: string, shownIndex: number): void {
  if (whole === undefined) return;
  checkRoot(findings, whole);
  const index = whole.transactions.findIndex((raw) => transactionId(raw) === id);
  findings.tell('index', index);
  if (index === -1) findings.problems.push('the block’s bytes do not hold this transaction');
  else findings.compare('transaction_index', shownIndex, index);
}

/**
 * Verifies what a block's page shows: network, header, contents, reward, transfers, the list, the chain below, the blocks
 * above.
 */
export function verifyBlock(means: Means, subject: BlockSubject): Promise<StepResult[]> {
  const { source, listener, kept = new KeptChain(), wholeLimit = WHOLE_BLOCK_LIMIT } = means;
  const { shown, network, asked, rows, reach, deep } = subject;
  const count = shown.transaction_count;
  const block = once(() => {
    const limit = deep ? Number.POSITIVE_INFINITY : wholeLimit;
    const onProgress = (done: number, total: number) => listener.progress('header', done, total);
    return fetchBlock(source, { reference: shown.id, count, needed: 0, limit, onProgress });
  });
  const chain = new PageChain({
    source,
    listener,
    kept,
    reach,
    header: async () => (await block()).header,
    confirmations: async () => (await source.block(shown.id)).confirmations,
    shownConfirmations: shown.confirmations,
    beside: network,
  });
  const steps: Step[] = [
    chain.networkStep,
    {
      id: 'header',
      run: async (findings) => {
        const { header } = await block();
        checkWork(findings, header);
        checkShownHeader(findings, header, shown);
        const {
          id,
          header: { height },
        } = header;
        if (typeof asked === 'string' && asked !== shown.id) findings.compare('id', asked, id);
        if (typeof asked === 'number' && asked !== shown.height) findings.compare('height', asked, height);
      },
    },
    { id: 'contents', run: async (findings) => checkContents(findings, await block(), subject, means) },
    {
      id: 'reward',
      run: async (findings) => {
        const held = await block();
        if (held.whole === undefined) checkClaimedReward(findings, held, shown);
        else checkReward(findings, held.whole, await chain.network(), shown);
      },
    },
    {
      id: 'transfers',
      run: async (findings) => {
        const { whole } = await block();
        if (whole === undefined) throw new Unavailable('large_block', count);
        const most = deep ? Number.POSITIVE_INFINITY : SIGNATURE_LIMIT;
        const total = Math.min(most, whole.transactions.length - 1);
        const onProgress = (done: number) => listener.progress('transfers', done, total);
        checkTransfers(findings, whole, { network: await chain.network(), most, onProgress });
      },
    },
    {
      id: 'rows',
      run: async (findings) => {
        const held = await block();
        if (rows === undefined) throw new Unavailable('unreachable');
        checkRows(findings, rows, held, held.whole?.transactions.length ?? count);
      },
    },
    ...chain.steps,
  ];
  return runSteps(steps, listener);
}

/** Root, size and count: of all bytes, or of a large block by the proofs of some of its transactions. */
async function checkContents(
  findings: Findings,
  { header, whole }: BlockBytes,
  { shown }: BlockSubject,
  { source, listener }: Means,
): Promise<void> {
  if (whole !== undefined) {
    checkRoot(findings, whole);
    checkSize(findings, whole, shown);
    return;
  }
  const { transaction_count: count } = shown;
  findings.compare('size_bytes', shown.size_bytes, transactionOffset(count));
  findings.tell('source', '/api/v1/transactions/…/proof');
  findings.tell('root', header.header.merkleRoot);
  const indexes = sampleIndexes(count, secureRandom);
  for (const [done, index] of indexes.entries()) {
    const transaction = await source.transactionAt(header.id, index);
    if (transaction === undefined) throw new Unavailable('gone');
    const id = transactionId(bytesOfAnswer(transaction));
    // Asked for a proof of what was made up, the API would only say that it has none.
    if (!findings.compare(`[${index}].id`, transaction.id, id)) continue;
    const { path } = await source.proof(id);
    const claim = { id, transaction_index: index, merkle_root: header.header.merkleRoot, path };
    if (sizesOfPath(claim, count) === undefined) {
      findings.problems.push(`[${index}]: the path does not lead to the root in the header`);
    }
    listener.progress('contents', done + 1, indexes.length);
  }
  findings.limit = { code: 'samples', count: indexes.length };
}

/** Transactions of a large block whose proofs are asked for: the first, the last, and others by chance. */
const SAMPLES = 8;

/** Indexes of a large block to look at. @param random gives numbers from 0 to before 1 */
export function sampleIndexes(count: number, random: () => number): number[] {
  const indexes = new Set([0, count - 1]);
  while (indexes.size < Math.min(count, SAMPLES)) indexes.add(Math.floor(random() * count));
  return [...indexes].toSorted((a, b) => a - b);
}

function secureRandom(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
}
