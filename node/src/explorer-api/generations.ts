import { hash } from 'node:crypto';
import type { ExplorerContext } from './context.ts';

/**
 * The state that an answer depends on, in addition to its request:
 * - `program`: none that changes while this process runs.
 * - `chain`: the tip.
 * - `branches`: the tip and the stale blocks.
 * - `index`: the tip, and the state and height of the projection.
 * - `status`: everything that `/api/v1/status` shows.
 */
export type StateDependency = 'program' | 'chain' | 'branches' | 'index' | 'status';

type Observed = Pick<ExplorerContext, 'chain' | 'indexStatus' | 'nodeState' | 'devnet'>;

/**
 * Makes generations: texts that identify the state of chain, index or node. As long as a generation stays the same, so does the
 * answer to a target (a request's path and query).
 */
export class Generations {
  readonly #context: Observed;
  readonly #contract: string;

  /** @param contract the serialized OpenAPI document; entity tags change with it */
  constructor(context: Observed, contract: string) {
    this.#context = context;
    this.#contract = hash('sha256', contract);
  }

  /**
   * The current generation of answers that depend on this state.
   * @throws ProjectionError on a replica whose database is unavailable
   */
  current(dependsOn: StateDependency): string {
    if (dependsOn === 'program') return '';
    const context = this.#context;
    const tip = context.chain.view.tip?.id ?? '';
    if (dependsOn === 'chain') return tip;
    if (dependsOn === 'branches') return `${tip} ${context.chain.branchesVersion}`;
    const { state, indexedHeight, targetHeight, progress } = context.indexStatus();
    if (dependsOn === 'index') return `${tip} ${state} ${indexedHeight}`;
    const { ready, syncing } = context.nodeState();
    const node = `${tip} ${state} ${indexedHeight} ${targetHeight} ${progress} ${ready} ${syncing}`;
    const { clockOffsetSeconds, rewinds } = context.devnet?.() ?? {};
    return `${node} ${clockOffsetSeconds} ${rewinds}`;
  }

  /**
   * The entity tag of the answer to a target, known before the answer is computed. It is weak because all compressed forms have
   * the same tag. The hash covers the target, so that no two resources have the same tag.
   */
  tagOf(generation: string, target: string): string {
    const digest = hash('sha256', `${this.#contract}\n${generation}\n${target}`);
    return `W/"${digest.slice(0, TAG_CHARACTERS)}"`;
  }
}

/** 128 bits in hex. */
const TAG_CHARACTERS = 32;
