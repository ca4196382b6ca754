import type { TransactionDetail } from '@cairn/api/explorer';
import {
  bytesToHex,
  COINBASE_SENDER,
  decodeTransaction,
  findNetworkByChainId,
  hexToBytes,
  isCoinbase,
  ProtocolError,
  transactionId,
} from '@cairn/protocol';
import type { VerificationContext } from './api-source.ts';
import {
  checkContents,
  checkProof,
  checkReward,
  checkSignature,
  checkTransaction,
  checkWork,
  readHeader,
  type TransactionBytes,
} from './checks.ts';
import { formatReceiptText, type Receipt } from './receipts.ts';
import { encodeFields } from './shown-transaction.ts';
import { isChecked, once, type Plan, type Step, Unavailable } from './steps.ts';
import { openBlock } from './verify-block.ts';
import { headerStep } from './verify-chain.ts';

/** Data on a transaction's page, and the ID that the user asked for. */
export interface TransactionSubject {
  readonly shown: TransactionDetail;
  /** ID in the page's URL, lowercase. */
  readonly asked: string;
}

/**
 * The steps of a transaction's page. Its proof is a receipt: there is none if a step failed or was skipped, or if the block was
 * too large to be fetched, because its number of transactions is not proven then.
 */
export function planTransaction(context: VerificationContext, { shown, asked }: TransactionSubject): Plan {
  const { api } = context.source;
  const { networkStep, network, block, whole, chain, above } = openBlock(context, {
    network: shown.network,
    claim: async () => (await api.getBlock({ height_or_hash: shown.block_id })).block,
  });
  // The bytes in the block. If the block was not fetched or lacks the ID: the encoded fields, which must also hash to the ID.
  const transaction = once(async (): Promise<TransactionBytes> => {
    const found = (await block()).whole?.transactions.find((raw) => transactionId(raw) === asked);
    if (found === undefined && shown.unlock_sig === null) throw new Unavailable('not_supported');
    return { raw: found ?? encodeFields(shown), network: await network() };
  });
  const proof = once(() => api.getTransactionProof({ txid: shown.id }));
  const steps: Step[] = [
    networkStep,
    {
      id: 'transaction',
      run: async (findings) => {
        const bytes = await transaction();
        if (asked !== shown.id) findings.compare('id', asked, transactionId(bytes.raw));
        checkTransaction(findings, bytes, shown);
      },
    },
    shown.from_address === COINBASE_SENDER
      ? { id: 'reward', run: async (findings) => checkReward(findings, await whole(), await network()) }
      : { id: 'signature', run: async (findings) => checkSignature(findings, await transaction()) },
    {
      id: 'place',
      run: async (findings) => {
        const [{ header, whole: all, count }, { raw }] = [await block(), await transaction()];
        // The whole block proves the number of leaves, without which the path does not prove the position.
        if (all === undefined) findings.limit = { code: 'size_unknown' };
        else checkContents(findings, all);
        const claim = await proof();
        const size = all?.transactions.length ?? count;
        checkProof(findings, claim, { id: transactionId(raw), header, size });
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
    above(shown.confirmations, async () => (await api.getTransaction({ txid: asked })).confirmations),
  ];
  return {
    steps,
    prove: async (results) => {
      if (!results.every(isChecked)) return undefined;
      const { header, whole: all } = await block();
      if (all === undefined) return undefined;
      const { transaction_index: index, path } = await proof();
      const receipt: Receipt = {
        index,
        count: all.transactions.length,
        transaction: (await transaction()).raw,
        header: header.bytes,
        path: path.map(hexToBytes),
      };
      return { name: `cairn-proof-${asked.slice(0, 12)}.txt`, text: formatReceiptText(receipt) };
    },
  };
}

/** The steps of a transaction's bytes alone. @throws ProtocolError if the bytes are not a transaction */
export function transactionBytesSteps(raw: Uint8Array): Step[] {
  const bytes = (): TransactionBytes => {
    const network = findNetworkByChainId(raw[0]!);
    if (network === undefined)
      throw new ProtocolError('invalid_transaction', `chain ${raw[0]} is no network's`);
    return { raw, network };
  };
  const own: Step = { id: 'transaction', run: (findings) => checkTransaction(findings, bytes()) };
  // A coinbase has no signature to verify.
  if (isCoinbase(decodeTransaction(raw))) return [own];
  return [own, { id: 'signature', run: (findings) => checkSignature(findings, bytes()) }];
}

/** The steps of a receipt. */
export function receiptSteps({ transaction, header: bytes, index, count, path }: Receipt): Step[] {
  const header = readHeader(bytes);
  const of = { id: transactionId(transaction), header, size: count };
  const proof = { transaction_index: index, path: path.map(bytesToHex) };
  return [
    ...transactionBytesSteps(transaction),
    { id: 'place', run: (findings) => checkProof(findings, proof, of) },
    headerStep(header, findNetworkByChainId(transaction[0]!)),
  ];
}
