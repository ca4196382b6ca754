import type { ProjectionStatus } from '../src/projection/projection-status.ts';
import type { PublishedNode } from './published-node.ts';

/** Where the node stands among its peers (section 2.7). */
export interface NodeView {
  readonly syncing: boolean;
  readonly ready: boolean;
}

/** How often the node looks at itself, unless a test is impatient; a change is told at once then. */
const LOOK_MILLISECONDS = 250;
/** How often it is told although nothing changed, so that replicas know that the node is there. */
export const BEAT_MILLISECONDS = 5_000;

/** Tells replicas, through the database, what the node says of itself. */
export class NodePublisher {
  readonly #look: () => NodeView & { readonly status: ProjectionStatus };
  readonly #publish: (node: PublishedNode) => Promise<boolean>;
  readonly #timer: NodeJS.Timeout;
  #telling: Promise<void> | undefined;
  /** Whether the look before showed an index that was not ready. */
  #wasBehind = false;
  #told = '';
  #toldAt = 0;

  /**
   * @param publish whether it was told; it does not reject
   * @param lookMilliseconds between two looks
   */
  constructor(
    look: () => NodeView & { readonly status: ProjectionStatus },
    publish: (node: PublishedNode) => Promise<boolean>,
    lookMilliseconds = LOOK_MILLISECONDS,
  ) {
    this.#look = look;
    this.#publish = publish;
    this.#timer = setInterval(() => this.#tellNow(), lookMilliseconds).unref();
  }

  /** Tells how it stands at the end, unless that is told. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#telling;
    await this.#tell();
  }

  #tellNow(): void {
    this.#telling ??= this.#tell().finally(() => (this.#telling = undefined));
  }

  async #tell(): Promise<void> {
    const { status, syncing, ready } = this.#look();
    // For a moment after each step back the index is not the chain's; whoever asks the database sees nothing of it.
    const isBrief = status.state === 'building' && !this.#wasBehind;
    this.#wasBehind = status.state === 'building';
    if (isBrief) return;
    const node = { indexState: status.state, targetHeight: status.targetHeight, syncing, ready };
    const text = JSON.stringify(node);
    const isDue = text !== this.#told || performance.now() - this.#toldAt >= BEAT_MILLISECONDS;
    if (!isDue || !(await this.#publish(node))) return;
    this.#told = text;
    this.#toldAt = performance.now();
  }
}
