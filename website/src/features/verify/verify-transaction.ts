import type { TransactionDetail } from '@cairn/api/explorer';
import { bytesToHex, COINBASE_SENDER, transactionId } from '@cairn/protocol';
import type { VerificationContext } from './api-source.ts';
import { checkProof, checkReward, checkRoot, checkWork, type HeaderBytes } from './block-checks.ts';
import {
  type Findings,
  once,
  runSteps,
  type Step,
  type StepState,
  Unavailable,
  whileMoving,
} from './findings.ts';
import type { Receipt } from './receipts.ts';
import {
  checkSignature,
  checkTransaction,
  encodeFields,
  type TransactionBytes,
} from './transaction-checks.ts';
import { fetchPageBlock, wholeOf } from './verify-block.ts';
import { chainSteps, openNetwork } from './verify-chain.ts';

/** Data on a transaction's page, and the ID that the user asked for. */
export interface TransactionSubject {
  readonly shown: TransactionDetail;
  /** ID in the page's URL, lowercase. */
  readonly asked: string;
}

interface TransactionOutcome {
  readonly steps: readonly StepState[];
  /** Receipt that can be checked without the API; absent if a step failed or was skipped. */
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
    const inputs = inputsOf(context, subject);
    const steps = await runSteps(stepsOf(inputs, subject), context.onChange);
    const isComplete = steps.every(({ status }) => status === 'passed' || status === 'limited');
    return { steps, receipt: isComplete ? await receiptOf(inputs) : undefined };
  });
}

type Inputs = ReturnType<typeof inputsOf>;

/** Data that several steps need; each part is fetched at most once. */
function inputsOf(context: VerificationContext, { shown, asked }: TransactionSubject) {
  const { source } = context;
  const { step: networkStep, network } = openNetwork(source, shown.network);
  const block = once(async (findings?: Findings) =>
    fetchPageBlock(
      context,
      (await source.api.getBlock({ height_or_hash: shown.block_id })).block,
      findings?.progress,
    ),
  );
  // The bytes in the block. If the block was not fetched or lacks the ID: the encoded fields, which must also hash to
  // the ID.
  const transaction = once(async (findings?: Findings): Promise<TransactionBytes> => {
    const { whole } = await block(findings);
    const found = whole?.transactions.find((raw) => transactionId(raw) === asked);
    if (found === undefined && shown.unlock_sig === null) throw new Unavailable('not_supported');
    return { raw: found ?? encodeFields(shown), network: await network() };
  });
  const chain = chainSteps({
    ...context,
    network,
    header: async () => (await block()).header,
    confirmations: async () => (await source.api.getTransaction({ txid: asked })).confirmations,
    shownConfirmations: shown.confirmations,
  });
  const proof = once(() => source.api.getTransactionProof({ txid: shown.id }));
  return { networkStep, network, block, transaction, proof, chain };
}

function stepsOf(inputs: Inputs, { shown, asked }: TransactionSubject): Step[] {
  const { networkStep, network, block, transaction, proof, chain } = inputs;
  const isCoinbase = shown.from_address === COINBASE_SENDER;
  const signatureStep: Step = {
    id: 'signature',
    run: async (findings) => checkSignature(findings, await transaction()),
  };
  const rewardStep: Step = {
    id: 'reward',
    run: async (findings) => checkReward(findings, wholeOf(await block()), await network()),
  };
  return [
    networkStep,
    {
      id: 'transaction',
      run: async (findings) => {
        const bytes = await transaction(findings);
        if (asked !== shown.id) findings.compare('id', asked, transactionId(bytes.raw));
        checkTransaction(findings, bytes, shown);
      },
    },
    isCoinbase ? rewardStep : signatureStep,
    {
      id: 'place',
      run: async (findings) => {
        const [{ header, whole }, { raw }] = [await block(), await transaction()];
        // The whole block proves the number of leaves, without which the path does not prove the position.
        if (whole !== undefined) checkRoot(findings, whole);
        const claim = await proof();
        checkProof(findings, claim, { id: transactionId(raw), header, size: whole?.transactions.length });
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
    ...chain.steps,
  ];
}

async function receiptOf({ block, transaction, proof, network, chain }: Inputs): Promise<Receipt> {
  const [{ header, whole }, { raw }] = [await block(), await transaction()];
  const { id, block_id, block_height, transaction_index, merkle_root, path } = await proof();
  const { kept } = await chain.walk();
  const rules = await network();
  const hexOf = ({ bytes }: HeaderBytes) => bytesToHex(bytes);
  const anchor = rules.retarget === 'asert' ? kept.get(1) : undefined;
  const above = [...kept.values()].filter((one) => one.header.height > header.header.height);
  return {
    format: 'cairn-evidence-1',
    network: rules.name,
    transaction: bytesToHex(raw),
    header: hexOf(header),
    ...(anchor === undefined ? {} : { anchor: hexOf(anchor) }),
    proof: { id, block_id, block_height, transaction_index, merkle_root, path },
    ...(whole === undefined ? {} : { transaction_count: whole.transactions.length }),
    headers_above: above.map(hexOf),
  };
}
