/** A signed transfer. Amounts in pebbles. */
export interface Transfer {
  /** Transaction ID: 64 lowercase hex characters. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly nonce: number;
}

/** A signed transfer as it is stored. The signed bytes say the rest. */
export interface StoredTransfer {
  /** Transaction ID: 64 lowercase hex characters. */
  readonly id: string;
  /** The sender's address. */
  readonly sender: string;
  /** The 213 signed bytes in hex. They are sent unchanged every time. */
  readonly raw: string;
  /** The caller's idempotency key, if it gave one. */
  readonly key?: string | undefined;
  /** `accepted`: a node has taken it. `rejected`: a node has refused it for good. */
  readonly state: 'signed' | 'accepted' | 'rejected';
}

/**
 * Where an account keeps its signed transfers, so that a repeated `send` pays once, even after a crash. A database table with
 * the columns of `StoredTransfer` and the primary key `id` is enough. One program at a time may send from an account.
 */
export interface TransferStore {
  /** All transfers of a sender, in any order. */
  list(sender: string): Promise<readonly StoredTransfer[]>;
  /** Adds a transfer, or replaces that with the same ID. Resolves once it would survive a crash. */
  put(transfer: StoredTransfer): Promise<void>;
}

/** Keeps transfers until the program ends. */
export function memoryStore(): TransferStore {
  const transfers = new Map<string, StoredTransfer>();
  return {
    list: async (sender) => [...transfers.values()].filter((transfer) => transfer.sender === sender),
    put: async (transfer) => void transfers.set(transfer.id, transfer),
  };
}
