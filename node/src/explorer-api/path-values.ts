import {
  explorerError,
  parseBlockReference,
  parseTransactionId,
  type BlockLocator,
} from '@cairn/api/explorer';
import type { RouteContext } from './context.ts';

/** @throws HttpError 400 `invalid_block_reference` */
export function readBlockReference(params: { height_or_hash: string }): BlockLocator {
  const parsed = parseBlockReference(params.height_or_hash);
  if (!parsed.ok) throw explorerError(parsed.error);
  return parsed.value;
}

/**
 * @returns 64 lowercase hex characters
 * @throws HttpError 400 `invalid_transaction_id`
 */
export function readTransactionId(params: { txid: string }): string {
  const parsed = parseTransactionId(params.txid);
  if (!parsed.ok) throw explorerError(parsed.error);
  return parsed.value;
}

/**
 * @returns an address of this network with a valid checksum
 * @throws HttpError 400 `invalid_address`
 */
export function readAddress(
  params: { address: string },
  { isAddress }: Pick<RouteContext, 'isAddress'>,
): string {
  if (!isAddress(params.address)) throw explorerError('invalid_address');
  return params.address;
}
