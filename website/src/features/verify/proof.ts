import type {
  AddressHistory,
  AddressState,
  BlockSummary,
  BlockTransactions,
  ExplorerTransaction,
  HistoryDirection,
  TransactionDetail,
} from '@cairn/api/explorer';
import type { Address, BlockId, NetworkName, SignedMessage, TransactionId } from '@cairn/protocol';
import type { Place, Recomputed, WrongBlock } from './recomputed.ts';
import type { CheckedHeader, fieldsOf } from './decode.ts';
import type { CheckId, ReasonCode } from './seal.texts.ts';

/** What a page and the worker that proves it tell each other: plain data without texts, posted between threads. */

/** What the page shows before anything is proven: the server's word. Compared with what is proven if both are of the same tip. */
interface Painted<Value> {
  /** Tip of the answer; absent where the value is the same at each tip. */
  readonly tip_id?: BlockId | undefined;
  readonly value: Value;
}

/** Place of a page's first row, and rows of a full page. */
interface PageOfRows {
  readonly offset: number;
  readonly limit: number;
}

export interface BlockSubject extends PageOfRows {
  readonly kind: 'block';
  readonly reference: number | BlockId;
  readonly painted?: Painted<Partial<ProvenBlock>> | undefined;
}

export interface TransactionSubject {
  readonly kind: 'transaction';
  /** Lowercase. */
  readonly id: TransactionId;
  readonly painted?: Painted<TransactionDetail> | undefined;
}

export interface AddressSubject extends PageOfRows {
  readonly kind: 'address';
  readonly address: Address;
  /** The page lists only the transactions of this direction. */
  readonly direction?: HistoryDirection | undefined;
  readonly painted?: Painted<PaintedAddress> | undefined;
}

/** What the user has given: proven without the API, but for the place of its block. */
export interface InputSubject {
  readonly kind: 'input';
  readonly text: string;
  /** True to ask the API for headers: whether the block of a receipt is in its chain. */
  readonly asksChain: boolean;
}

/** The chain alone, and what the witnesses say of it. */
export interface ChainSubject {
  readonly kind: 'chain';
}

/** The chain by its blocks, which this browser validates as a node does. */
export interface RecomputeSubject {
  readonly kind: 'recompute';
}

export type Subject =
  | BlockSubject
  | TransactionSubject
  | AddressSubject
  | InputSubject
  | ChainSubject
  | RecomputeSubject;

/** A block, decoded from its bytes. */
export interface ProvenBlock {
  readonly block: BlockSummary;
  /** The rows of the page; absent if only the header was fetched: then number, size, fees and reward are the server's word. */
  readonly transactions: BlockTransactions | undefined;
  /** Pebbles that all its payments move, as a decimal string; absent with the rows. */
  readonly moved?: string | undefined;
}

/** An address by the newest block. */
export interface ProvenAddress {
  readonly state: AddressState;
  /** The list of the page; absent if the history was not read so far. `total` is a minimum if `isMinimum`. */
  readonly list:
    | { readonly items: readonly ExplorerTransaction[]; readonly total: number; readonly isMinimum: boolean }
    | undefined;
  /** The newest transactions, newest first, none left out, as far as the history was read; signatures are absent. */
  readonly newest: readonly ExplorerTransaction[];
  /** Transactions of the whole history. */
  readonly count: number;
  /** Lowest height of the walk: block ID and time of a row below are not proven, and unknown in `newest`. */
  readonly linkedFrom: number;
}

/** What the page of an address has painted. */
export interface PaintedAddress {
  readonly state: AddressState;
  readonly list: Pick<AddressHistory, 'items' | 'pagination'> | undefined;
}

/** What the user's input says, where it is proven. */
export type ProvenInput =
  | {
      readonly kind: 'transaction';
      readonly fields: ReturnType<typeof fieldsOf>;
      /** Of a receipt. */
      readonly block?: CheckedHeader | undefined;
    }
  | {
      readonly kind: 'balance';
      readonly address: Address;
      /** Pebbles. */
      readonly balance: bigint;
      readonly nonce: number;
      readonly block: CheckedHeader;
    }
  | { readonly kind: 'message'; readonly signed: SignedMessage };

/** The value that each kind of subject proves. */
interface ProvenValues {
  readonly block: ProvenBlock;
  readonly transaction: TransactionDetail;
  readonly address: ProvenAddress;
  readonly input: ProvenInput;
  readonly chain: Place;
  readonly recompute: Place;
}
export type ProvenOf<Of extends Subject> = ProvenValues[Of['kind']];

/** Why something was not proven, or only in part. */
export interface Reason {
  readonly code: ReasonCode;
  /** Number and text in the reason's sentence, such as the name of a server. */
  readonly count?: number | undefined;
  readonly name?: string | undefined;
}

/** A value of the server that differs from the one that was computed. */
export interface Difference {
  /** Path in the value, such as `block.reward`. */
  readonly field: string;
  readonly said: string;
  readonly computed: string;
}

/**
 * What a page or one of its checks has come to.
 *
 * - `running`: not ended yet
 * - `passed`: computed from checked bytes
 * - `limited`: so, but for a part; a reason says which
 * - `failed`: a rule is broken, or the server's word differs
 * - `skipped`: it could not be computed; a reason says why
 */
export type Verdict = 'running' | 'passed' | 'limited' | 'failed' | 'skipped';

/** One thing that was checked, or a remark (`note`): a row of the seal. */
export interface Check {
  id: CheckId;
  status: Verdict | 'note';
  /** Of a running one, from 0 to 1. */
  progress?: number | undefined;
  /** How many headers, transactions or rows, and of how many. */
  count?: number | undefined;
  of?: number | undefined;
  readonly reasons: Reason[];
  /** Broken rules, in the words of the protocol package (English, technical). */
  readonly problems: string[];
  readonly differences: Difference[];
}

/** What the chain of another server is to the page's. */
export type Witness = {
  /** Base URL of its Explorer API. */
  readonly url: string;
} & (
  | {
      /** It has this chain up to its own tip; its chain leaves this one, is valid, and has more work or not. */
      readonly kind: 'agrees' | 'heavier' | 'lighter';
      /** Of its tip, and of the highest block that both have. */
      readonly height: number;
      readonly shared: number;
    }
  /** It has this chain and valid blocks on top of it, the first of them since these Unix seconds. */
  | { readonly kind: 'ahead'; readonly height: number; readonly shared: number; readonly since: number }
  | { readonly kind: 'unknown'; readonly reason: ReasonCode }
);

/** What is known of the chain, from the headers that were walked. */
export interface ChainFacts {
  readonly network: NetworkName;
  /** False for devnet, whose blocks cost nothing. */
  readonly isPublic: boolean;
  readonly tip: Place & { readonly time: number };
  /** Blocks from the subject's to the tip, itself included; of an address 1. Absent until its block is known. */
  readonly depth?: number | undefined;
  /** Hashes that these blocks took, at least. */
  readonly work?: bigint | undefined;
  /** Minutes of the whole network for that work, by the rate of the build. */
  readonly minutes?: number | undefined;
  /** The block up to which this browser has recomputed this chain, by the code of a node. */
  readonly recomputed?: Place | undefined;
  /** A block of this chain that this browser has found invalid by recomputing it. */
  readonly wrong?: WrongBlock | undefined;
  /** What each witness has said; absent while they are asked. */
  readonly witnesses: readonly Witness[] | undefined;
  /** How many of those that could be asked have the block. */
  readonly others: { readonly have: number; readonly count: number };
}

/** A proof that can be handed on as a file, and is checked without the API. The text of a transaction's fits into a link. */
export interface ProofFile {
  readonly name: string;
  readonly text: string;
}

/** The state of a proof, as the worker posts it whenever it changes. */
export interface ProofState<Value = unknown> {
  /** Of the request: an earlier subject's state may still be on its way when the page asks for the next. */
  readonly key: string;
  readonly verdict: Verdict;
  readonly value?: Value | undefined;
  readonly chain?: ChainFacts | undefined;
  readonly checks: readonly Check[];
  readonly receipt?: ProofFile | undefined;
}

/** Before anything is known; a worker's first state, which says that it takes requests. */
export const NOTHING: ProofState<never> = { key: '', verdict: 'running', checks: [] };

/** Asks the worker for a proof. */
export interface ProveRequest {
  readonly kind: 'prove';
  readonly key: string;
  readonly subject: Subject;
  /** Addresses and network, for the worker has no page. */
  readonly settings: {
    readonly baseUrl: string;
    readonly network?: NetworkName | undefined;
    readonly witnesses: readonly string[];
  };
  readonly recomputed: Recomputed;
  /** True to prove it without the limits of what is fetched unasked. */
  readonly isWhole: boolean;
}

/** A page's messages to its worker; `tip`: the chain has another one, or this browser has recomputed more of it. */
export type ProofRequest = ProveRequest | { readonly kind: 'tip'; readonly recomputed: Recomputed };

const SETBACKS = ['failed', 'running', 'skipped', 'limited'] as const;

/** The verdict of checks together: one that was skipped leaves it `limited`, but `skipped` if none has passed. */
export function verdictOf(checks: readonly Check[]): Verdict {
  const all = new Set(checks.map(({ status }) => status));
  const worst = SETBACKS.find((status) => all.has(status)) ?? (all.has('passed') ? 'passed' : 'skipped');
  return worst === 'skipped' && (all.has('passed') || all.has('limited')) ? 'limited' : worst;
}
