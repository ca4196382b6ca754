import { rpcError } from '@cairn/api/rpc';
import { isValidAddress, type Network } from '@cairn/protocol';

/**
 * @returns an address of this network with a valid checksum
 * @throws HttpError 400 `invalid_address`
 */
export function readAddress(params: { address: string }, network: Network): string {
  if (!isValidAddress(params.address, network)) throw rpcError('invalid_address');
  return params.address;
}
