/** What answers a request with an entity tag, before and after its content is made. */
import { bytesToHex, sha256 } from '@cairn/protocol';
import type { ExplorerContext } from './context.ts';

/** Length of an entity tag: 128 bits in hex. */
const TAG_CHARACTERS = 32;

/**
 * `Cache-Control` of answers that a client must revalidate, because every body contains `confirmations`. Shared caches may hold
 * them for a second.
 */
export const REVALIDATED = 'public, max-age=0, must-revalidate, s-maxage=1';
/** `Cache-Control` of answers that never change: a block's bytes by block ID, the documentation's assets. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The state that an answer depends on, in addition to its request:
 * - `program`: none that changes while this process runs.
 * - `chain`: the tip.
 * - `branches`: the tip and the stale blocks.
 * - `index`: the tip, and the state and height of the projection.
 * - `status`: everything that `/api/v1/status` shows.
 */
export type StateDependency = 'program' | 'chain' | 'branches' | 'index' | 'status';

/** What is known of a 200 answer before its content. */
export interface AnswerHead {
  /** The route's template, for metrics. */
  readonly route: string;
  readonly dependsOn: StateDependency;
  /** The generation of that state, read before the content is made. */
  readonly generation: string;
  /** Entity tag, including its quotes. */
  readonly tag: string;
  readonly cacheControl: string;
}

/** What a 200 answer consists of. */
export interface Content {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the generations depend on. */
export type ObservedState = Pick<ExplorerContext, 'chain' | 'indexStatus' | 'nodeState' | 'devnet'>;

/** The state behind the answers, as texts that change with it. */
export class AnswerState {
  readonly #context: ObservedState;
  readonly #contract: string;

  /** @param contract the serialized OpenAPI document; entity tags change with it */
  constructor(context: ObservedState, contract: string) {
    this.#context = context;
    this.#contract = digestOf(contract);
  }

  /**
   * The generation of answers that depend on this state: a text that identifies it. As long as it stays the same, so does the
   * answer to a target (a request's path and query).
   * @throws ProjectionError on a replica whose database is unavailable
   */
  generation(dependsOn: StateDependency): string {
    if (dependsOn === 'program') return '';
    const context = this.#context;
    const { chain } = context;
    const tip = chain.view.tip?.id ?? '';
    if (dependsOn === 'chain') return tip;
    if (dependsOn === 'branches') return `${tip} ${chain.branchesVersion}`;
    const index = context.indexStatus();
    if (dependsOn === 'index') return `${tip} ${index.state} ${index.indexedHeight}`;
    const { ready, syncing } = context.nodeState();
    return JSON.stringify([tip, index, ready, syncing, context.devnet?.()]);
  }

  /**
   * The entity tag of the answer to a target, known before the answer is computed. It is weak because all compressed forms have
   * the same tag. The hash covers the target, so that no two resources have the same tag.
   */
  tagOf(generation: string, target: string): string {
    const digest = digestOf(`${this.#contract}\n${generation}\n${target}`);
    return `W/"${digest.slice(0, TAG_CHARACTERS)}"`;
  }

  /** False once the state has changed since an answer's head was made: its content has no tag then, and is not kept. */
  isCurrent({ dependsOn, generation }: AnswerHead): boolean {
    return this.generation(dependsOn) === generation;
  }
}

/** True if `If-None-Match` contains this tag, by weak comparison (RFC 9110, section 13.1.2). `*` is not supported. */
export function includesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}

/** The headers of a 304, and of a 200 without those of its content. */
export function headersOf({ tag, cacheControl }: AnswerHead, isCurrent = true): Record<string, string> {
  return isCurrent ? { ETag: tag, 'Cache-Control': cacheControl } : { 'Cache-Control': 'no-store' };
}

/** The response that an answer is, without compression. @param make called only if the client lacks the content */
export async function respond(
  state: AnswerState,
  head: AnswerHead,
  make: () => Promise<Content>,
  ifNoneMatch: string | undefined,
): Promise<{ status: 200 | 304; headers: Record<string, string>; body: Uint8Array }> {
  if (includesTag(ifNoneMatch, head.tag))
    return { status: 304, headers: headersOf(head), body: new Uint8Array() };
  const { contentType, body, headers } = await make();
  const tagged = headersOf(head, state.isCurrent(head));
  return { status: 200, headers: { ...tagged, ...headers, 'Content-Type': contentType }, body };
}

function digestOf(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}
