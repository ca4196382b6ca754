import type {
  AddressHistory,
  AddressState,
  BlockSummary,
  BlockTransactions,
  ExplorerTransaction,
  HistoryDirection,
  TransactionDetail,
} from '@cairn/api/explorer';
import type { Address, BlockId, NetworkName, TransactionId } from '@cairn/protocol';
import type { FactName, ReasonCode, StepId } from './finding.texts.ts';
import type { GivenInput } from './parse-input.ts';
import type { Clock, Walk } from './walk.ts';
import type { Witness } from './witnesses.ts';

/**
 * What a page and the worker that proves it tell each other. All of it is plain data without texts: it is posted between threads.
 */

/** What the page shows before anything is proven: the server's word. Compared with what is proven if both are of the same tip. */
interface Painted<Value> {
  /** Tip of the answer; absent where the value is the same at each tip. */
  readonly tip_id?: BlockId | undefined;
  readonly value: Value;
}

/** A block's page. */
export interface BlockSubject {
  readonly kind: 'block';
  /** Height or ID in the page's URL. */
  readonly reference: number | BlockId;
  /** Place of the page's first row, and rows of a full page. */
  readonly offset: number;
  readonly limit: number;
  readonly painted?: Painted<Partial<ProvenBlock>> | undefined;
}

/** A transaction's page. */
export interface TransactionSubject {
  readonly kind: 'transaction';
  /** ID in the page's URL, lowercase. */
  readonly id: TransactionId;
  readonly painted?: Painted<TransactionDetail> | undefined;
}

/** An address's page. */
export interface AddressSubject {
  readonly kind: 'address';
  readonly address: Address;
  /** Place of the page's first row, and rows of a full page. */
  readonly offset: number;
  readonly limit: number;
  /** The page lists only the transactions of this direction. */
  readonly direction?: HistoryDirection | undefined;
  readonly painted?: Painted<PaintedAddress> | undefined;
}

/** Bytes or a text that the user has given: proven without the API, but for the place of its block. */
export interface InputSubject {
  readonly kind: 'input';
  readonly input: GivenInput;
  /** True to ask the API for headers: whether the block of a receipt is in its chain. */
  readonly asksChain: boolean;
}

export type Subject = BlockSubject | TransactionSubject | AddressSubject | InputSubject;

/** A block, decoded from its bytes. */
export interface ProvenBlock {
  readonly block: BlockSummary;
  /** The rows of the page; absent if only the header was fetched: then number, size, fees and reward are the server's word. */
  readonly transactions: BlockTransactions | undefined;
}

export type ProvenTransaction = TransactionDetail;

/** An address by the newest block. */
export interface ProvenAddress {
  readonly state: AddressState;
  /** The list of the page; absent if the history was not read so far. */
  readonly list: ProvenList | undefined;
  /** The newest transactions, newest first, none left out, as far as the history was read; signatures are absent. */
  readonly newest: readonly ExplorerTransaction[];
  /** Transactions of the whole history. */
  readonly count: number;
  /** Lowest height of the walk: block ID and time of a row below are not proven, and unknown in `newest`. */
  readonly linkedFrom: number;
}

/** A page of an address's history. */
export interface ProvenList {
  readonly items: readonly ExplorerTransaction[];
  /** Transactions of the list; at least so many if `isMinimum`. */
  readonly total: number;
  readonly isMinimum: boolean;
}

/** What the page of an address has painted. */
export interface PaintedAddress {
  readonly state: AddressState;
  readonly list: Pick<AddressHistory, 'items' | 'pagination'> | undefined;
}

/** The value that each kind of subject proves. */
export interface ProvenValues {
  readonly block: ProvenBlock;
  readonly transaction: ProvenTransaction;
  readonly address: ProvenAddress;
  readonly input: undefined;
}
export type ProvenOf<Of extends Subject> = ProvenValues[Of['kind']];

/** One computed value of a finding: a count, an amount in pebbles (`bigint`) or a text. */
export interface Fact {
  readonly name: FactName;
  readonly value: string | number | bigint;
}

/** Why something was not checked, or only in part. */
export interface Reason {
  readonly code: ReasonCode;
  /** Number in the reason's sentence, if any. */
  readonly count?: number | undefined;
  /** Text in the reason's sentence, such as the name of a server. */
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
 * Status of a finding.
 *
 * - `running`: not ended yet
 * - `passed`: computed from checked bytes
 * - `limited`: so, but for a part; `reason` says which
 * - `failed`: a rule is broken, or the server's word differs
 * - `skipped`: it could not be computed; `reason` says why
 */
export type Status = 'running' | 'passed' | 'limited' | 'failed' | 'skipped';

/** One thing that was checked. */
export interface Finding {
  readonly id: StepId;
  readonly status: Status;
  /** Progress of a running one, from 0 to 1. */
  readonly progress?: number | undefined;
  readonly facts: readonly Fact[];
  readonly reasons: readonly Reason[];
  /** Broken rules, in the words of the protocol package (English, technical). */
  readonly problems: readonly string[];
  readonly differences: readonly Difference[];
}

/** What is known of the chain, from the headers that were walked. */
export interface ChainFacts {
  readonly network: NetworkName;
  /** False for devnet, whose blocks cost nothing. */
  readonly isPublic: boolean;
  readonly tip: { readonly height: number; readonly id: BlockId; readonly time: number };
  readonly from: number;
  readonly anchor: Walk['anchor'];
  readonly clock: Clock;
  /** Blocks from the subject's to the tip, itself included; of an address 1. Absent until its block is known. */
  readonly depth?: number | undefined;
  /** Hashes that these blocks took, at least. */
  readonly work?: bigint | undefined;
  /** Minutes of the whole network for that work, by the rate of the build. */
  readonly minutes?: number | undefined;
  /** Of each witness; absent while they are asked. */
  readonly witnesses: readonly Witness[] | undefined;
}

/** A proof that can be handed on, and is checked without the API. */
export interface Receipt {
  /** Name of the file. */
  readonly name: string;
  /** Text of the file; that of a transaction fits into a link. */
  readonly text: string;
}

/** The verdict on a page. `limited`: what could be checked holds. */
export type Verdict = Status;

/** The state of a proof, as the worker posts it whenever it changes. */
export interface ProofState<Value = ProvenValues[keyof ProvenValues]> {
  readonly verdict: Verdict;
  readonly value?: Value | undefined;
  readonly chain?: ChainFacts | undefined;
  readonly findings: readonly Finding[];
  readonly receipt?: Receipt | undefined;
}

/** Addresses and network that the worker is told, for it has no page. */
export interface ProofSettings {
  readonly baseUrl: string;
  readonly network?: NetworkName | undefined;
  readonly witnesses: readonly string[];
}

/** A page's messages to its worker. */
export type ProofRequest =
  /** Proves another subject. `isWhole`: without the limits of what is fetched unasked. */
  | {
      readonly kind: 'prove';
      readonly subject: Subject;
      readonly settings: ProofSettings;
      readonly isWhole: boolean;
    }
  /** The chain has another tip. */
  | { readonly kind: 'tip' };

const SETBACKS: readonly Status[] = ['failed', 'running', 'skipped', 'limited'];

/**
 * The verdict of findings together. A finding that was skipped leaves it `limited`; `skipped` if none has passed.
 * @param hasEnded false while findings are to come
 */
export function verdictOf(findings: readonly Finding[], hasEnded: boolean): Verdict {
  const all = new Set(findings.map(({ status }) => status));
  if (!hasEnded && !all.has('failed')) return 'running';
  const worst = SETBACKS.find((status) => all.has(status)) ?? (findings.length > 0 ? 'passed' : 'skipped');
  return worst === 'skipped' && (all.has('passed') || all.has('limited')) ? 'limited' : worst;
}
