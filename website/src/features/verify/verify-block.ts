import type { BlockSummary, TransactionDetail } from '@cairn/api/explorer';
import {
  blockId,
  blockSize,
  COINBASE_SENDER,
  countTransactions,
  hexToBytes,
  transactionId,
} from '@cairn/protocol';
import type { ApiSource, VerificationContext } from './api-source.ts';
import {
  type BlockBytes,
  checkContents,
  checkProof,
  checkReward,
  checkRows,
  checkShownHeader,
  checkSignature,
  checkTransaction,
  checkTransfers,
  checkWork,
  encodeFields,
  type HeaderBytes,
  readBlock,
  readHeader,
  type ShownRows,
  type TransactionBytes,
} from './checks.ts';
import type { Receipt } from './receipts.ts';
import { isChecked, once, runSteps, type Step, type StepState, Unavailable, whileMoving } from './steps.ts';
import { expectTip, openChain, openNetwork } from './verify-chain.ts';

/** A page's block: the header alone if the block is too large to be fetched unasked. */
interface PageBlock {
  readonly header: HeaderBytes;
  readonly whole: BlockBytes | undefined;
  /** Transactions in the block, as the API says. */
  readonly count: number;
}

type BlockClaim = Pick<BlockSummary, 'id' | 'height' | 'transaction_count'>;

/**
 * Fetches the block of a page.
 * @param claim what the API says about the block
 * @throws ProtocolError if the bytes are not a block or a header, or no block can have so many transactions; the errors of
 *   `ApiSource`
 */
async function fetchBlock(
  { source, limits }: VerificationContext,
  { id, height, transaction_count: count }: BlockClaim,
): Promise<PageBlock> {
  const size = blockSize(count);
  countTransactions(size); // throws if no block can have so many
  if (size <= limits.blockBytes) {
    const whole = readBlock(await source.rawBlock(id, limits.blockBytes));
    return { header: whole.header, whole, count };
  }
  const bytes = await source.headers(height, 1);
  if (bytes.length === 0 || blockId(bytes) !== id) await expectBlock(source, id);
  return { header: readHeader(bytes), whole: undefined, count };
}

/** @throws ApiError if a reorganization has removed the block */
async function expectBlock({ api }: ApiSource, id: BlockSummary['id']): Promise<void> {
  await api.getBlock({ height_or_hash: id });
}

/**
 * A block with the chain around it, each part fetched at most once.
 * @param of.network name in the answer that the page shows
 * @param of.claim what the API says about the block
 */
function openBlock(
  context: VerificationContext,
  of: { network: string | undefined; claim: () => Promise<BlockClaim> },
) {
  const { source, limits } = context;
  const { step, network } = openNetwork(source, of.network);
  const block = once(async () => fetchBlock(context, await of.claim()));
  const chain = openChain({
    source,
    network,
    header: async () => (await block()).header,
    below: limits.headers,
    above: limits.headers,
    excuse: async ({ id }, tip) => {
      await expectBlock(source, id);
      await expectTip(source, tip);
    },
  });
  /** For a step that needs the block's bytes. @throws Unavailable if they were not fetched */
  const whole = async () => {
    const { whole: found, count } = await block();
    if (found === undefined) throw new Unavailable('large_block', count);
    return found;
  };
  return { networkStep: step, network, block, whole, ...chain };
}

/** Data on a block's page, and the reference that the user asked for. */
export interface BlockSubject {
  readonly shown: BlockSummary;
  /** Name of the network in the same answer. */
  readonly network: string | undefined;
  /** Block ID (lowercase) or height in the page's URL. */
  readonly asked: string | number;
  /** The page's list of transactions; absent if it could not be loaded. */
  readonly rows: ShownRows | undefined;
}

/**
 * Verifies a block's page: network, header, contents, reward, transfers, the list of transactions, the chain below, the
 * blocks above.
 */
export function verifyBlock(
  context: VerificationContext,
  subject: BlockSubject,
): Promise<{ steps: readonly StepState[] }> {
  return whileMoving(async () => ({
    steps: await runSteps(blockSteps(context, subject), context.onChange),
  }));
}

function blockSteps(context: VerificationContext, subject: BlockSubject): Step[] {
  const { shown, network: name, asked, rows } = subject;
  const { networkStep, network, block, whole, chain, above } = openBlock(context, {
    network: name,
    claim: () => Promise.resolve(shown),
  });
  return [
    networkStep,
    {
      id: 'header',
      run: async (findings) => {
        const { header } = await block();
        checkWork(findings, header);
        checkShownHeader(findings, header, shown);
        if (typeof asked === 'number' && asked !== shown.height) {
          findings.compare('height', asked, header.header.height);
        }
        if (typeof asked === 'string' && asked !== shown.id) findings.compare('id', asked, header.id);
      },
    },
    { id: 'contents', run: async (findings) => checkContents(findings, await whole(), shown) },
    { id: 'reward', run: async (findings) => checkReward(findings, await whole(), await network(), shown) },
    {
      id: 'transfers',
      run: async (findings) =>
        checkTransfers(findings, await whole(), await network(), context.limits.signatures),
    },
    {
      id: 'rows',
      run: async (findings) => {
        if (rows === undefined) throw new Unavailable('unreachable');
        checkRows(findings, rows, await whole());
      },
    },
    chain,
    above(
      shown.confirmations,
      async () => (await context.source.api.getBlock({ height_or_hash: shown.id })).block.confirmations,
    ),
  ];
}

/** Data on a transaction's page, and the ID that the user asked for. */
export interface TransactionSubject {
  readonly shown: TransactionDetail;
  /** ID in the page's URL, lowercase. */
  readonly asked: string;
}

interface TransactionOutcome {
  readonly steps: readonly StepState[];
  /** Receipt that can be checked without the API; absent if a step failed or was skipped, or the block is too large. */
  readonly receipt: Receipt | undefined;
}

/**
 * Verifies a transaction's page: network, the transaction's bytes, its signature (of a coinbase: the reward), its place in
 * the block, the block's header, the chain below, the blocks above.
 */
export function verifyTransaction(
  context: VerificationContext,
  subject: TransactionSubject,
): Promise<TransactionOutcome> {
  return whileMoving(async () => {
    const inputs = openTransaction(context, subject);
    const steps = await runSteps(transactionSteps(inputs, subject), context.onChange);
    return { steps, receipt: steps.every(isChecked) ? await receiptOf(inputs) : undefined };
  });
}

type TransactionInputs = ReturnType<typeof openTransaction>;

/** A transaction in its block. */
function openTransaction(context: VerificationContext, { shown, asked }: TransactionSubject) {
  const { api } = context.source;
  const inBlock = openBlock(context, {
    network: shown.network,
    claim: async () => (await api.getBlock({ height_or_hash: shown.block_id })).block,
  });
  // The bytes in the block. If the block was not fetched or lacks the ID: the encoded fields, which must also hash to
  // the ID.
  const transaction = once(async (): Promise<TransactionBytes> => {
    const { whole } = await inBlock.block();
    const found = whole?.transactions.find((raw) => transactionId(raw) === asked);
    if (found === undefined && shown.unlock_sig === null) throw new Unavailable('not_supported');
    return { raw: found ?? encodeFields(shown), network: await inBlock.network() };
  });
  const proof = once(() => api.getTransactionProof({ txid: shown.id }));
  const confirmations = async () => (await api.getTransaction({ txid: asked })).confirmations;
  return { ...inBlock, transaction, proof, confirmations };
}

function transactionSteps(inputs: TransactionInputs, { shown, asked }: TransactionSubject): Step[] {
  const { networkStep, network, block, whole, transaction, proof, chain, above, confirmations } = inputs;
  const isCoinbase = shown.from_address === COINBASE_SENDER;
  return [
    networkStep,
    {
      id: 'transaction',
      run: async (findings) => {
        const bytes = await transaction();
        if (asked !== shown.id) findings.compare('id', asked, transactionId(bytes.raw));
        checkTransaction(findings, bytes, shown);
      },
    },
    isCoinbase
      ? { id: 'reward', run: async (findings) => checkReward(findings, await whole(), await network()) }
      : { id: 'signature', run: async (findings) => checkSignature(findings, await transaction()) },
    {
      id: 'place',
      run: async (findings) => {
        const [{ header, whole: all }, { raw }] = [await block(), await transaction()];
        // The whole block proves the number of leaves, without which the path does not prove the position.
        if (all !== undefined) checkContents(findings, all);
        const claim = await proof();
        checkProof(findings, claim, { id: transactionId(raw), header, size: all?.transactions.length });
        findings.compare('transaction_index', shown.transaction_index, claim.transaction_index);
      },
    },
    {
      id: 'header',
      run: async (findings) => {
        const { header } = await block();
        checkWork(findings, header);
        const { height: block_height, timestamp: block_timestamp } = header.header;
        findings.compareAll(shown, { block_id: header.id, block_height, block_timestamp });
      },
    },
    chain,
    above(shown.confirmations, confirmations),
  ];
}

/** @returns `undefined` for a block that was not fetched: its number of transactions is not proven */
async function receiptOf(inputs: TransactionInputs): Promise<Receipt | undefined> {
  const { header, whole } = await inputs.block();
  if (whole === undefined) return undefined;
  const { transaction_index: index, path } = await inputs.proof();
  const { raw: transaction } = await inputs.transaction();
  const count = whole.transactions.length;
  return { index, count, transaction, header: header.bytes, path: path.map(hexToBytes) };
}
