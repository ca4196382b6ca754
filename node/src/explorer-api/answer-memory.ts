import type { ExplorerContext } from './context.ts';

/** Bytes that are remembered at the most; then the memory starts anew. */
const CAPACITY = 16 * 1024 * 1024;

const MAX_CANDIDATES = 2_000;

/** What the indexed answers of a context depend on besides their targets. */
export function versionOf(context: Pick<ExplorerContext, 'chain' | 'indexStatus'>): string {
  return `${context.chain.tip()?.id} ${context.indexStatus().indexedHeight}`;
}

/**
 * Answers of the indexed routes as they were sent. Each stays the same until chain or index change, and explorers ask
 * for the same few pages: most requests then need neither the projection nor a serializer.
 */
export class AnswerMemory {
  readonly #context: Pick<ExplorerContext, 'chain' | 'indexStatus'>;
  readonly #capacity: number;
  readonly #bodies = new Map<string, Buffer>();
  /** Targets that were asked for once. */
  readonly #candidates = new Set<string>();
  #version = '';
  #size = 0;

  constructor(context: Pick<ExplorerContext, 'chain' | 'indexStatus'>, capacity = CAPACITY) {
    this.#context = context;
    this.#capacity = capacity;
  }

  /** What every answer depends on besides its target; what was remembered of another version is forgotten. */
  version(): string {
    const version = versionOf(this.#context);
    if (version !== this.#version) this.#forget();
    this.#version = version;
    return version;
  }

  /** The answer to a target as of `version`. @param target path and query */
  find(target: string, version: string): Buffer | undefined {
    return version === this.#version ? this.#bodies.get(target) : undefined;
  }

  /**
   * Remembers an answer if its target was asked for before: pages that one client walks through would only push out
   * those that all ask for.
   */
  offer(target: string, version: string, body: string | Buffer): void {
    if (this.#candidates.has(target)) return this.keep(target, version, Buffer.from(body));
    if (this.#candidates.size >= MAX_CANDIDATES) this.#candidates.clear();
    this.#candidates.add(target);
  }

  /** Remembers an answer that was made as of `version`, unless that is no longer the newest. */
  keep(target: string, version: string, body: Buffer): void {
    if (version !== this.#version) return;
    const size = target.length + body.length;
    if (this.#size + size > this.#capacity) this.#forget();
    this.#bodies.set(target, body);
    this.#size += size;
  }

  #forget(): void {
    this.#bodies.clear();
    this.#candidates.clear();
    this.#size = 0;
  }
}
