import { ADDRESS_LENGTH, type AccountState } from '@cairn/protocol';
import { ascii, defineLayout, u32, u64Amount, u8 } from '@cairn/protocol/layout';

/** One account as it was before a block; `state` is `undefined` for one that did not exist. */
export interface UndoEntry {
  readonly address: string;
  readonly state: AccountState | undefined;
}

const ENTRY_LAYOUT = defineLayout({
  address: ascii(ADDRESS_LENGTH),
  /** 0 or 1. */
  existed: u8,
  balance: u64Amount,
  nonce: u32,
});

/** The value under a block's undo key: its entries one after another, 47 bytes each. */
export function encodeUndo(entries: readonly UndoEntry[]): Uint8Array {
  const bytes = new Uint8Array(entries.length * ENTRY_LAYOUT.size);
  entries.forEach(({ address, state }, index) => {
    const { balance, nonce } = state ?? { balance: 0n, nonce: 0 };
    const entry = { address, existed: state === undefined ? 0 : 1, balance, nonce };
    ENTRY_LAYOUT.write(bytes, index * ENTRY_LAYOUT.size, entry);
  });
  return bytes;
}

/** @throws RangeError when an address is no text */
export function decodeUndo(bytes: Uint8Array): UndoEntry[] {
  return Array.from({ length: bytes.length / ENTRY_LAYOUT.size }, (_, index) => {
    const { address, existed, balance, nonce } = ENTRY_LAYOUT.decode(bytes, index * ENTRY_LAYOUT.size);
    return { address, state: existed === 1 ? { balance, nonce } : undefined };
  });
}
