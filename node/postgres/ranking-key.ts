import { ADDRESS_LENGTH, MAX_U64 } from '@cairn/protocol';

const BALANCE_SIZE = 8;

/**
 * Place of an address in the ranking as a key: 2^64 − 1 − balance (8 bytes, big-endian), then the address in ASCII, so
 * that keys in ascending order are balances in descending and addresses in ascending order.
 * @param balance pebbles, 0 to 2^64 − 1
 * @throws RangeError for any other balance
 */
export function rankingKey(balance: bigint, address: string): Buffer {
  const key = Buffer.allocUnsafe(BALANCE_SIZE + ADDRESS_LENGTH);
  key.writeBigUInt64BE(MAX_U64 - balance);
  key.write(address, BALANCE_SIZE, 'latin1');
  return key;
}
