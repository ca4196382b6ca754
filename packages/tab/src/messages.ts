/** What the worker that holds the chain of a tab is asked and told, and what it says. */

/** An interface of the chain. */
export type TabInterface = 'explorer' | 'rpc' | 'devnet';

/** A request to the chain. Post it to the worker with one port, on which the response comes (`exchange.ts`). */
export interface TabRequest {
  readonly to: TabInterface;
  /** Path and query, as the interface knows them: `/api/v1/status`, `/rpc/v1/…`, `/devnet/…`. */
  readonly target: string;
  readonly method: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Ends the chain, removes what the browser keeps of it, and begins another one. Pace and weather are no messages: ask `devnet` for
 * them (`POST /devnet/mining`, `POST /devnet/weather`).
 */
export interface StartAgain {
  readonly command: 'start again';
}

/** What the worker takes. It opens the chain by itself. */
export type ToWorker = TabRequest | StartAgain;

/** What the worker says by itself, at each change. */
export type TabState =
  /**
   * Another worker holds the chain. This one waits, and opens it when that one has ended; a reload may see this for a moment. Requests
   * to it fail.
   */
  | { readonly state: 'elsewhere' }
  /** Requests wait. The share is that of the stored blocks that are read again, none of a chain whose files are whole. */
  | { readonly state: 'opening'; /** 0 to 1. */ readonly progress: number }
  | {
      readonly state: 'living';
      readonly height: number;
      /** 64 hex characters. */
      readonly tipId: string;
      /** False where the browser has no room or no files for it: a reload begins another chain. */
      readonly isKept: boolean;
      /** The newest ones, without which it goes on since it was opened: their file was damaged. */
      readonly lostBlocks: number;
    }
  /** No block is added any more; requests are answered only if the chain was open before. For all but `unsupported`, `StartAgain` helps. */
  | {
      readonly state: 'failed';
      readonly reason: FailureReason;
      /** One line in English. */ readonly message: string;
    };

/**
 * - `unsupported`: the browser lacks what the message names.
 * - `full`: it has no room for another block.
 * - `other_version`: the stored chain begins with the genesis block of another version.
 * - `damaged`: the stored chain cannot be read.
 * - `broken`: anything else, such as a write that failed for another reason; a reload goes on from the blocks that are whole.
 */
export type FailureReason = 'unsupported' | 'full' | 'other_version' | 'damaged' | 'broken';
