/** What differs between SQLite and PostgreSQL, so that every statement is written once. */
import type { Kind, NewRow, StoredRow, TableName } from './tables.ts';

/** How an engine writes types and expressions. */
export interface Dialect {
  /** The type of each kind of column. */
  readonly types: Readonly<Record<Kind, string>>;
  /** Follows the closing parenthesis of a table, and of one that is stored in the order of its primary key. */
  readonly table: string;
  readonly orderedTable: string;
  /** Begins a transaction that writes. */
  readonly begin: string;
  /** Bytes as lowercase hex. */
  readonly hex: (column: string) => string;
  /** An amount as decimal text, and the exact sum of amounts as such; `'0'` without one. */
  readonly decimal: (column: string) => string;
  readonly sum: (column: string) => string;
  /** The exact sum of two amounts, as an amount. */
  readonly plus: (a: string, b: string) => string;
  /** Terms of ORDER BY that sort by an amount. */
  readonly byAmount: (column: string, order: 'ASC' | 'DESC') => string;
  /** An amount as a 64-bit integer; larger ones are 2^63 − 1. */
  readonly pebbles: (column: string) => string;
  /** Unix seconds as a time in UTC. */
  readonly time: (column: string) => string;
  /** Functions of several numbers. */
  readonly least: string;
  readonly greatest: string;
  /** Condition that a column has one of the values of an array. @param name of the parameter */
  readonly oneOf: (name: string) => string;
  /** Follows a table whose rows are to be found by an index, or without a name by its primary key. */
  readonly by: (index?: string) => string;
  /**
   * Joins the row that a condition on a key finds, or with an order the few rows: for each row before it, one step in an index.
   * @param table with its alias: `blocks AS b`
   */
  readonly lookUp: (table: string, condition: string, order?: string) => string;
  /** A parameter in a statement. @param position from 1 */
  readonly parameter: (name: string, value: Parameter, position: number) => string;
}

/** SQLite takes no booleans; `null` stands for an absent number. */
export type Parameter = string | number | Uint8Array | null | readonly string[] | readonly number[];

/** Values by name; a statement names them `@name`. */
export type Parameters = Readonly<Record<string, Parameter>>;

/**
 * Writes the parameters of a statement as its engine does.
 * @returns `names` in the order of their positions
 */
export function bindNames(
  text: string,
  parameters: Parameters,
  { parameter }: Dialect,
): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const bound = text.replace(/@(\w+)/g, (_match, name: string) => {
    if (!names.includes(name)) names.push(name);
    return parameter(name, parameters[name]!, names.indexOf(name) + 1);
  });
  return { text: bound, names };
}

/** A question to the tables: a query for each list of its answer. */
export interface Question<Lists> {
  /** Different for each text. */
  readonly name: string;
  /** A `WITH` clause for tables that several lists need. */
  readonly before?: string;
  readonly lists: { readonly [List in keyof Lists]: string };
  /** Only for the type of the rows of each list. */
  readonly rows?: Lists;
}

/** The lists of an answer, and the row of `state` in the same snapshot. */
export interface Answer<Lists, State extends StoredRow<'state'> = StoredRow<'state'>> {
  readonly state: State;
  readonly lists: { readonly [List in keyof Lists]: readonly Lists[List][] };
}

/** Reads the tables of one engine. */
export interface ReadingEngine {
  readonly dialect: Dialect;
  /** Call after the tables were made. @throws ProjectionError */
  ask<Lists>(question: Question<Lists>, parameters?: Parameters): Answer<Lists> | Promise<Answer<Lists>>;
  close(): Promise<void>;
}

/** Writes the tables of one engine over one connection. Errors are those of the engine's driver. */
export interface WritingEngine {
  readonly dialect: Dialect;
  /**
   * Connects; makes tables that are missing, and makes them anew if they cannot be used.
   * @param isDamaged makes them anew in any case
   * @returns why existing tables were discarded
   */
  open(isDamaged: boolean): Promise<string | undefined>;
  query<Result>(text: string, parameters?: Parameters): Promise<readonly Result[]>;
  /** Inserts rows; what happens to one whose key is stored, its table says (`again` in schema.ts). */
  insert<Name extends TableName>(table: Name, rows: Iterable<NewRow<Name>>): Promise<void>;
  close(): Promise<void>;
}
