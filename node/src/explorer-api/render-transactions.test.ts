import type { ExplorerTransaction } from '@cairn/api/explorer';
import {
  bytesToHex,
  COINBASE_SENDER,
  decodeTransaction,
  encodeTransaction,
  formatPebbles,
  MAX_U64,
  transactionId,
} from '@cairn/protocol';
import { expect, it } from 'vitest';
import { mineTestBlock, openTestChain, transfer } from '../chain/test-support.ts';
import type { StoredBlockSummary, StoredTransaction } from '../chain/chain-reader.ts';
import { BlockTexts, renderSummary, type BlockText } from './block-texts.ts';
import { projectedFrom } from './projected.ts';
import { renderTransaction, renderTransactionsPage } from './render-transactions.ts';
import { confirmationsOf, serializeBlock } from './serializer.ts';

/** The JSON of the transaction alone. */
function rendered(stored: StoredTransaction, block: BlockText, tipHeight: number): string {
  const [item] = projectedFrom([stored]);
  const answer = renderTransaction({ head: '{"a":1', item: item!, block, tipHeight });
  return answer.replace('{"a":1,', '{');
}

it('says in text what the serializers say in objects', async () => {
  const testChain = await openTestChain();
  const { chain } = testChain;
  const texts = new BlockTexts(chain);
  const { height } = await mineTestBlock(chain, [transfer({ from: 1, to: 2, nonce: 1, value: 7n, fee: 3n })]);
  for (const block of [chain.blockSummary(0)!, chain.blockSummary(height)!]) {
    const text = texts.at(block.height)!;
    expect(renderSummary(text, 9)).toBe(JSON.stringify(serializeBlock(block, 9)));
    for (const stored of (await chain.readTransactions(block.height, { offset: 0, limit: 100 }))!) {
      const expected = JSON.stringify(serializeTransaction(stored, block, 9));
      expect(rendered(stored, text, 9)).toBe(expected);
    }
  }
  texts.close();
  await testChain.remove();
});

it('leaves nothing of a page that failed in the next answer', async () => {
  const testChain = await openTestChain();
  const { chain } = testChain;
  const { height } = await mineTestBlock(chain);
  const texts = new BlockTexts(chain);
  const items = projectedFrom(
    (await Promise.all([0, height].map((at) => chain.readTransactions(at, { offset: 0, limit: 1 })))).flatMap(
      (page) => page!,
    ),
  );
  const render = (blocks: Pick<BlockTexts, 'at'>): Buffer =>
    renderTransactionsPage({
      head: '{"a":1',
      page: { items, total: 2 },
      request: { offset: 0, limit: 2 },
      blocks,
      tipHeight: height,
    });
  const whole = render(texts);
  const failure = new Error('the database is not open');
  const failing = (at: number): BlockText | undefined => {
    if (at === height) throw failure;
    return texts.at(at);
  };
  for (let round = 0; round < 100; round += 1) expect(() => render({ at: failing })).toThrow(failure);
  expect(() => render({ at: () => undefined })).toThrow(RangeError);
  expect(render(texts)).toEqual(whole);
  texts.close();
  await testChain.remove();
});

it.each([0n, 1n, 2n ** 32n - 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, MAX_U64])(
  'keeps a value of %s exact',
  async (value) => {
    const testChain = await openTestChain();
    const { chain } = testChain;
    const raw = encodeTransaction({
      ...transfer({ from: 1, to: 2, nonce: 4_294_967_295, value: 1n, fee: 4_294_967_295n }),
      value,
    });
    const stored = { id: transactionId(raw), raw, height: 0, index: 4, transaction: decodeTransaction(raw) };
    const texts = new BlockTexts(chain);
    const expected = JSON.stringify(serializeTransaction(stored, chain.blockSummary(0)!, 0));
    expect(rendered(stored, texts.at(0)!, 0)).toBe(expected);
    texts.close();
    await testChain.remove();
  },
);

/** The same as an object: a confirmed transaction (section 2.3) of the block that holds it. */
function serializeTransaction(
  stored: StoredTransaction,
  block: StoredBlockSummary,
  tipHeight: number,
): ExplorerTransaction {
  const { transaction } = stored;
  return {
    id: stored.id,
    chain: transaction.chain,
    nonce: transaction.nonce,
    fee: formatPebbles(transaction.fee),
    value: formatPebbles(transaction.value),
    from_address: transaction.fromAddress,
    to_address: transaction.toAddress,
    unlock_sig: bytesToHex(transaction.unlockSig),
    block_height: stored.height,
    block_id: block.id,
    block_timestamp: block.header.timestamp,
    transaction_index: stored.index,
    confirmations: confirmationsOf(stored.height, tipHeight),
    is_coinbase: transaction.fromAddress === COINBASE_SENDER,
  };
}
