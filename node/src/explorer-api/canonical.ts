import { explorerError, type BlockLocator } from '@cairn/api/explorer';
import type { BlockText } from './block-texts.ts';
import type { RouteContext } from './context.ts';
import type { ChainReader, StoredBlockSummary, StoredTransaction } from '../chain/chain-reader.ts';

/** Height of the tip; -1 while the chain is uninitialized. */
export function tipHeightOf(chain: ChainReader): number {
  return chain.tip()?.height ?? -1;
}

/** @throws HttpError 404 `block_not_found` */
export function findBlock(chain: ChainReader, locator: BlockLocator): StoredBlockSummary {
  const height = locator.kind === 'height' ? locator.height : chain.heightOfBlock(locator.id);
  const block = height === undefined ? undefined : chain.blockSummary(height);
  if (block === undefined) throw explorerError('block_not_found');
  return block;
}

/** @throws HttpError 404 `block_not_found` */
export function findBlockText({ chain, blockTexts }: RouteContext, locator: BlockLocator): BlockText {
  const height = locator.kind === 'height' ? locator.height : chain.heightOfBlock(locator.id);
  const block = height === undefined ? undefined : blockTexts.at(height);
  if (block === undefined) throw explorerError('block_not_found');
  return block;
}

/** A confirmed transaction and the block that holds it. */
export interface TransactionInBlock {
  readonly stored: StoredTransaction;
  readonly block: StoredBlockSummary;
}

/**
 * @param id 64 lowercase hex characters
 * @throws HttpError 404 `transaction_not_found`; also where the stored location does not hold this transaction
 */
export async function findTransaction(chain: ChainReader, id: string): Promise<TransactionInBlock> {
  const stored = await chain.findTransaction(id);
  const block = stored === undefined ? undefined : chain.blockSummary(stored.height);
  if (stored === undefined || block === undefined) throw explorerError('transaction_not_found');
  return { stored, block };
}
