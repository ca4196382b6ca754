import type { TransactionDetail } from '@cairn/api/explorer';
import { bytesToHex, COINBASE_SENDER, transactionId, transactionOffset } from '@cairn/protocol';
import {
  type BlockBytes,
  bytesOfAnswer,
  checkFirstTransaction,
  checkRoot,
  fetchBlock,
  WHOLE_BLOCK_LIMIT,
} from './block-checks.ts';
import { PageChain, type VerificationContext } from './chain-checks.ts';
import { Checkpoints } from './checkpoints.ts';
import { type Findings, once, runSteps, type Step, type StepResult } from './findings.ts';
import { checkWork } from './header-checks.ts';
import { checkProof, type ProofClaim } from './merkle-path.ts';
import type { Receipt } from './parse-input.ts';
import { checkSignature, checkTransaction, type TransactionBytes } from './transaction-checks.ts';

/** What a transaction's page shows, and the ID that the user asked for. */
export interface TransactionSubject {
  readonly shown: TransactionDetail;
  /** ID of the address bar, lowercase. */
  readonly asked: string;
  /** Most headers to fetch. */
  readonly headerLimit: number;
}

interface TransactionOutcome {
  readonly results: StepResult[];
  /** Receipt that can be checked without the API; absent if a step failed or was skipped. */
  readonly receipt: Receipt | undefined;
}

/**
 * Verifies a transaction's page: network, the transaction's bytes, its signature (or the coinbase's rules), its place in the
 * block, the block's header, the chain below, the blocks above.
 */
export async function verifyTransaction(
  context: VerificationContext,
  subject: TransactionSubject,
): Promise<TransactionOutcome> {
  const inputs = inputsOf(context, subject);
  const results = await runSteps(stepsOf(inputs, subject), context.listener);
  const isComplete = results.every(({ status }) => status === 'passed' || status === 'limited');
  return { results, receipt: isComplete ? await receiptOf(inputs) : undefined };
}

/** What several steps need; each part is fetched at most once. */
interface TransactionInputs {
  /** `count` is the number of transactions that the API says the block has. */
  readonly block: () => Promise<BlockBytes & { readonly count: number }>;
  readonly transaction: () => Promise<TransactionBytes>;
  readonly proof: () => Promise<ProofClaim>;
  readonly chain: PageChain;
}

function inputsOf(context: VerificationContext, subject: TransactionSubject): TransactionInputs {
  const {
    source,
    listener,
    checkpoints = new Checkpoints(),
    wholeLimit: limit = WHOLE_BLOCK_LIMIT,
  } = context;
  const { shown, asked, headerLimit } = subject;
  const block = once(async () => {
    const { transaction_count: count } = await source.block(shown.block_id);
    const onProgress = (done: number, total: number) => listener.progress('transaction', done, total);
    const needed = shown.transaction_index;
    const bytes = await fetchBlock(source, { reference: shown.block_id, count, needed, limit, onProgress });
    return { ...bytes, count };
  });
  const chain = new PageChain({
    source,
    listener,
    checkpoints,
    headerLimit,
    header: async () => (await block()).header,
    confirmations: async () => (await source.transaction(asked)).confirmations,
    shownConfirmations: shown.confirmations,
    shownNetwork: shown.network,
  });
  return {
    block,
    transaction: once(async () => transactionBytes(await block(), subject)),
    proof: once(() => source.proof(shown.id)),
    chain,
  };
}

function stepsOf(inputs: TransactionInputs, { shown, asked }: TransactionSubject): Step[] {
  const { block, transaction, proof, chain } = inputs;
  const transactionStep: Step = {
    id: 'transaction',
    run: async (findings) => {
      const bytes = await transaction();
      if (asked !== shown.id) findings.compare('id', asked, transactionId(bytes.raw));
      checkTransaction(findings, bytes, { shown, network: await chain.network() });
    },
  };
  const coinbaseStep: Step = {
    id: 'coinbase',
    run: async (findings) => {
      const { raw } = await transaction();
      checkFirstTransaction(findings, raw, await block(), await chain.network());
    },
  };
  const signatureStep: Step = {
    id: 'signature',
    run: async (findings) => checkSignature(findings, await transaction(), await chain.network()),
  };
  const placeStep: Step = {
    id: 'place',
    run: async (findings) => {
      const [{ header, whole, count }, { raw }] = [await block(), await transaction()];
      const id = transactionId(raw);
      checkPosition(findings, whole, id, shown.transaction_index);
      const claim = await proof();
      checkProof(findings, claim, { id, header, size: whole?.transactions.length ?? count });
      findings.compare('transaction_index', shown.transaction_index, claim.transaction_index);
      if (whole === undefined) findings.limit = { code: 'large_block', count };
    },
  };
  const headerStep: Step = {
    id: 'header',
    run: async (findings) => {
      const { header } = await block();
      checkWork(findings, header);
      findings.compare('block_id', shown.block_id, header.id);
      findings.compare('block_height', shown.block_height, header.header.height);
      findings.compare('block_timestamp', shown.block_timestamp, header.header.timestamp);
    },
  };
  return [
    chain.networkStep,
    transactionStep,
    shown.from_address === COINBASE_SENDER ? coinbaseStep : signatureStep,
    placeStep,
    headerStep,
    ...chain.steps,
  ];
}

/** The transaction's bytes: those of the block with the ID asked for, else those at the position shown. */
function transactionBytes(block: BlockBytes, { asked, shown }: TransactionSubject): TransactionBytes {
  const found = block.whole?.transactions.findIndex((raw) => transactionId(raw) === asked) ?? -1;
  const index = found === -1 ? shown.transaction_index : found;
  const raw = block.transactionAt(index);
  const end = transactionOffset(index + 1) - 1;
  if (raw !== undefined) return { raw, source: `${block.source} [${transactionOffset(index)}–${end}]` };
  // Too far into a large block: the bytes are encoded from the fields, and must hash to the ID.
  return { raw: bytesOfAnswer(shown), source: `/api/v1/transactions/${asked}` };
}

/** In a whole block, all IDs hash to the header's root, and the transaction is at the position shown. */
function checkPosition(findings: Findings, whole: BlockBytes['whole'], id: string, shownIndex: number): void {
  if (whole === undefined) return;
  checkRoot(findings, whole);
  const index = whole.transactions.findIndex((raw) => transactionId(raw) === id);
  findings.note('index', index);
  if (index === -1) findings.problems.push('the block’s bytes do not contain this transaction');
  else findings.compare('transaction_index', shownIndex, index);
}

async function receiptOf({ block, transaction, proof, chain }: TransactionInputs): Promise<Receipt> {
  const [{ header, count }, { raw }] = [await block(), await transaction()];
  const { id, block_id, block_height, transaction_index, merkle_root, path } = await proof();
  const { above, anchor } = chain.receipt;
  return {
    format: 'cairn-evidence-1',
    network: (await chain.network()).name,
    transaction: bytesToHex(raw),
    header: bytesToHex(header.bytes),
    ...(anchor === undefined ? {} : { anchor }),
    proof: { id, block_id, block_height, transaction_index, merkle_root, path },
    transaction_count: count,
    headers_above: above,
  };
}
