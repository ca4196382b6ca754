import {
  accountNodeHash,
  type AccountRecord,
  AccountRecords,
  accountSlot,
  type Address,
  BUCKET_CAPACITY,
  bucketHash,
  bytesToHex,
  compareBytes,
  concatBytes,
  encodeAccountRecord,
  slotBit,
  splitBlock,
} from '@cairn/protocol';

/** The records after blocks. @param blocks canonical bytes, from genesis on */
export function recordsOf(blocks: readonly Uint8Array[]): ReadonlyMap<Address, AccountRecord> {
  return blocks.reduce(
    (records, raw, height) => records.after(height, splitBlock(raw).transactionBytes),
    new AccountRecords(),
  ).all;
}

interface Leaf {
  readonly slot: Uint8Array;
  readonly bytes: Uint8Array;
}

/** Bucket and siblings of an address, computed from all records, in hex. */
export function accountPath(records: readonly AccountRecord[], address: Address) {
  const leaves = records
    .map((record): Leaf => ({ slot: accountSlot(record.address), bytes: encodeAccountRecord(record) }))
    .toSorted((one, other) => compareBytes(one.slot, other.slot));
  const slot = accountSlot(address);
  const siblings: Uint8Array[] = [];
  let [own, depth] = [leaves, 0];
  while (own.length > BUCKET_CAPACITY) {
    const bit = slotBit(slot, depth);
    const side = own.filter((leaf) => slotBit(leaf.slot, depth) === bit);
    const other = own.filter((leaf) => slotBit(leaf.slot, depth) !== bit);
    depth += 1;
    siblings.unshift(subtreeHash(other, depth));
    own = side;
  }

  return { address, bucket: own.map(({ bytes }) => bytesToHex(bytes)), siblings: siblings.map(bytesToHex) };
}

function subtreeHash(leaves: readonly Leaf[], depth: number): Uint8Array {
  if (leaves.length <= BUCKET_CAPACITY) return bucketHash(concatBytes(...leaves.map(({ bytes }) => bytes)));
  const [left, right] = ([0, 1] as const).map((bit) =>
    leaves.filter(({ slot }) => slotBit(slot, depth) === bit),
  );
  return accountNodeHash(subtreeHash(left!, depth + 1), subtreeHash(right!, depth + 1));
}
