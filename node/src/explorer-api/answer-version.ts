import type { ChainTip } from '../chain/chain-reader.ts';
import type { ExplorerContext, IndexStatus } from './context.ts';

type Answering = Pick<ExplorerContext, 'chain' | 'indexStatus'>;

/** What answers depend on besides what was asked. */
export interface AnswerVersion {
  readonly tip: ChainTip | undefined;
  readonly index: IndexStatus;
}

/** The version of what a context answers now. */
export function versionOf(context: Answering): AnswerVersion {
  return { tip: context.chain.tip(), index: context.indexStatus() };
}

/** Whether what was answered of one is what the other would be answered. */
export function isSameVersion(a: AnswerVersion, b: AnswerVersion): boolean {
  const [one, other] = [a.index, b.index];
  return a.tip?.id === b.tip?.id && one.indexedHeight === other.indexedHeight && one.state === other.state;
}

/**
 * Tells versions apart for everything that remembers answers: as long as chain and index stand still, the version of a running
 * API is one object, and a memory that holds another one is outdated.
 */
export class AnswerVersions {
  readonly #context: Answering & Pick<ExplorerContext, 'requireSound'>;
  #newest: AnswerVersion | undefined;

  /** @param context of the running API */
  constructor(context: Answering & Pick<ExplorerContext, 'requireSound'>) {
    this.#context = context;
  }

  /**
   * The version of the API now.
   * @throws LevelError once the index of the chain was found damaged: what is remembered of it must not be sent either
   * @throws ProjectionError while the database that is asked is away
   */
  newest(): AnswerVersion {
    this.#context.requireSound?.();
    const version = versionOf(this.#context);
    if (this.#newest === undefined || !isSameVersion(version, this.#newest)) this.#newest = version;
    return this.#newest;
  }

  /**
   * The version of any context; the newest one, the same object, where chain and index stand as they do there.
   * @throws as `newest` does
   */
  of(context: Answering): AnswerVersion {
    const newest = this.newest();
    if (context.chain === this.#context.chain) return newest;
    const version = versionOf(context);
    return isSameVersion(version, newest) ? newest : version;
  }

  /** Whether a version was the newest when that was last asked for. */
  isNewest(version: AnswerVersion): boolean {
    return version === this.#newest;
  }
}
