import { createHash } from 'node:crypto';
import { readPrivateFile, TokenFileError } from '@cairn/token-file';
import * as z from 'zod/mini';
import { StartError } from './errors.ts';
import { createSecret, isEqualSecret, replacePrivateFile } from './secret.ts';

/** A browser that was let in. */
export interface PageKey {
  /** SHA-256 of the key, in base64url: the key itself is only in the browser. */
  readonly id: string;
  /** The browser's `User-Agent`, at most 200 characters of it. */
  readonly user_agent: string;
  /** When its owner chose to keep it, in Unix seconds; null if the key ends with the process. */
  readonly kept_at: number | null;
}

const MAX_FILE_BYTES = 65_536;
const STORED = z.array(z.object({ id: z.string(), user_agent: z.string(), kept_at: z.number() }));
const isKept = ({ kept_at: keptAt }: PageKey): boolean => keptAt !== null;

/** The page keys (docs/spec/GATEWAY.md, pass 6): which browsers were let in, and which of them are kept. */
export class PageKeys {
  /** Most keys at a time. One more takes the place of the oldest that is not kept. */
  static readonly MAX = 64;
  readonly #file: string | undefined;
  #keys: readonly PageKey[];

  private constructor(file: string | undefined, keys: readonly PageKey[]) {
    this.#file = file;
    this.#keys = keys;
  }

  /**
   * Opens the keys that are kept.
   * @param file of mode 0600 with their hashes, made when the first is kept; without it none can be kept
   * @throws StartError for a file that cannot be read, that others can write, or that is damaged
   */
  static async open(file: string | undefined): Promise<PageKeys> {
    if (file === undefined) return new PageKeys(file, []);
    try {
      const bytes = await readPrivateFile(file, MAX_FILE_BYTES);
      return new PageKeys(file, STORED.parse(JSON.parse(bytes.toString())));
    } catch (cause) {
      const { code, problem } =
        cause instanceof TokenFileError ? cause : { code: 'damaged', problem: 'it is damaged' };
      if (code === 'missing') return new PageKeys(file, []);
      const line = `The kept browsers cannot be read from ${file}: ${problem}`;
      // What nobody could read may be as good as ever.
      if (code === 'unreadable') throw new StartError(`${line}.`, (cause as TokenFileError).cause);
      throw new StartError(`${line}; remove it to keep none.`, cause);
    }
  }

  /** The browser of a key, found in constant time. */
  find(key: string): PageKey | undefined {
    const id = hash(key);
    return this.#keys.find((known) => isEqualSecret(id, known.id));
  }

  /** Lets a browser in. @returns its key: 256 random bits in base64url, 43 characters */
  create(userAgent: string): string {
    const key = createSecret();
    const isFull = this.#keys.length >= PageKeys.MAX;
    const oldest = isFull && (this.#keys.find((known) => !isKept(known)) ?? this.#keys[0]);
    const others = this.#keys.filter((known) => known !== oldest);
    this.#change([...others, { id: hash(key), user_agent: userAgent.slice(0, 200), kept_at: null }]);
    return key;
  }

  /** False without a file: every key then ends with the process. */
  get canKeep(): boolean {
    return this.#file !== undefined;
  }

  /** Keeps a browser over restarts of the gateway, or no longer: its key then ends with this process. */
  keep(browser: PageKey, isToBeKept: boolean): void {
    const kept = { ...browser, kept_at: isToBeKept ? Math.floor(Date.now() / 1_000) : null };
    this.#change(this.#keys.map((known) => (known === browser ? kept : known)));
  }

  /** Ends a key at once. */
  revoke(id: string): void {
    this.#change(this.#keys.filter((known) => known.id !== id));
  }

  /** The browsers that are kept, oldest key first. */
  get kept(): readonly PageKey[] {
    return this.#keys.filter(isKept);
  }

  /** Stores the kept ones first: a key that is still in the file is not called revoked. */
  #change(keys: readonly PageKey[]): void {
    const kept = JSON.stringify(keys.filter(isKept));
    if (this.#file !== undefined && kept !== JSON.stringify(this.kept))
      replacePrivateFile(this.#file, `${kept}\n`);
    this.#keys = keys;
  }
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
