import { MAX_TARGET } from './answer-memory.ts';
import type { AnswerVersion, AnswerVersions } from './answer-version.ts';
import type { ExplorerRoute } from './explorer-route.ts';
import type { Response } from './respond.ts';

/** Targets that are remembered at the most. */
const CAPACITY = 16_384;

/** What a client is told whose copy is still good. */
export interface KnownCopy {
  readonly binding: ExplorerRoute;
  readonly response: Extract<Response, { type: 'unchanged' }>;
}

/**
 * Targets that clients have good copies of. They ask again and again whether a copy is still good; until the tip, or the
 * state of the index, is another one, the same tag gets the same answer, and nothing of the target need be read anew.
 */
export class KnownCopies {
  readonly #versions: Pick<AnswerVersions, 'newest'>;
  readonly #copies = new Map<string, KnownCopy>();
  #version: AnswerVersion | undefined;

  constructor(versions: Pick<AnswerVersions, 'newest'>) {
    this.#versions = versions;
  }

  /**
   * @param tag of the client's `If-None-Match`
   * @returns `undefined` where it is not known to be good
   * @throws LevelError: see `AnswerVersions.newest`
   */
  find(target: string, tag: string): KnownCopy | undefined {
    this.#forgetOld();
    const known = this.#copies.get(target);
    return known?.response.tag === tag ? known : undefined;
  }

  /** Remembers a 304 that was just given, if nothing but tip and index decides it. @throws LevelError as `find` does */
  keep(target: string, copy: KnownCopy): void {
    const { freshness } = copy.binding;
    if (target.length > MAX_TARGET || (freshness !== 'chain' && freshness !== 'index')) return;
    this.#forgetOld();
    if (this.#copies.size >= CAPACITY) this.#copies.clear();
    this.#copies.set(target, copy);
  }

  /** All that an entity tag depends on besides its target. */
  #forgetOld(): void {
    const version = this.#versions.newest();
    if (version !== this.#version) this.#copies.clear();
    this.#version = version;
  }
}
