import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Address } from '@cairn/protocol';
import type { TransactionLocation } from '../chain/chain-reader.ts';

const VERSION = 1;
/** Version (1) ‖ height (4) ‖ index (4), big-endian. */
const PAYLOAD_SIZE = 9;
const MAC_SIZE = 16;
/** 25 bytes in base64url without padding. */
const CURSOR_SHAPE = /^[A-Za-z0-9_-]{34}$/;

/** Encodes and decodes the opaque cursors of the account history (interface document, section 4.2). */
export interface HistoryCursors {
  /** @returns 34 base64url characters: the cursor of the page that follows `last` in this address's history */
  encode(address: Address, last: TransactionLocation): string;
  /** @returns `undefined` for anything that `encode` did not make for this address under this token */
  decode(address: Address, cursor: string): TransactionLocation | undefined;
}

/**
 * Cursors contain a version and a MAC over version, location and address, with a key derived from the RPC token. A client
 * can neither forge one nor use it for another address, and a new token invalidates them: the answer is 400
 * `invalid_cursor`. A cursor has no block ID: after a reorganization it continues before the same place of the new chain, or
 * at the newest transaction of a shorter one.
 */
export function createHistoryCursors(token: string): HistoryCursors {
  const key = new Uint8Array(hkdfSync('sha256', token, '', 'cairn rpc history cursor', 32));
  const macOf = (payload: Uint8Array, address: Address): Buffer =>
    createHmac('sha256', key).update(payload).update(address).digest().subarray(0, MAC_SIZE);
  return {
    encode(address, { height, index }) {
      const payload = Buffer.alloc(PAYLOAD_SIZE);
      payload.writeUInt8(VERSION, 0);
      payload.writeUInt32BE(height, 1);
      payload.writeUInt32BE(index, 5);
      return Buffer.concat([payload, macOf(payload, address)]).toString('base64url');
    },
    decode(address, cursor) {
      if (!CURSOR_SHAPE.test(cursor)) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      // Four bits of the last character are unused: accept only the canonical spelling.
      if (bytes.toString('base64url') !== cursor) return undefined;
      const payload = bytes.subarray(0, PAYLOAD_SIZE);
      if (!timingSafeEqual(bytes.subarray(PAYLOAD_SIZE), macOf(payload, address))) return undefined;
      if (payload.readUInt8(0) !== VERSION) return undefined;
      return { height: payload.readUInt32BE(1), index: payload.readUInt32BE(5) };
    },
  };
}
