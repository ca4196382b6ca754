import type { ExplorerContext } from './context.ts';

/** Bytes that are remembered at the most. */
const CAPACITY = 64 * 1024 * 1024;
/** Characters of the longest target that is remembered: one with an address, all parameters and room to spare. */
const MAX_TARGET = 256;
/** Targets of a generation that were asked for once. */
const MAX_CANDIDATES = 8_192;
/** Answers that find no room until the memory asks itself whether it is still of use. */
const REVIEW_AFTER = 4_096;
/** It is, where it gave at least one answer for so many that found no room. */
const USEFUL_SHARE = 16;

/** What the answers of a context depend on besides their targets. */
export function versionOf(context: Pick<ExplorerContext, 'chain' | 'indexStatus'>): string {
  return `${context.chain.tip()?.id} ${context.indexStatus().indexedHeight}`;
}

/**
 * Answers as they were sent. Each stays the same until chain or index change, and explorers ask for the same few pages: most
 * requests then need neither a store nor a serializer. A block forgets them all, so that none makes room for another before:
 * where more is asked for in turns than there is room for, that would only wear the memory out.
 */
export class AnswerMemory {
  readonly #context: Pick<ExplorerContext, 'chain' | 'indexStatus'>;
  readonly #capacity: number;
  readonly #bodies = new Map<string, Buffer>();
  #size = 0;
  /** Targets that were asked for once, and those before them. */
  #candidates = new Set<string>();
  #olderCandidates = new Set<string>();
  #version = '';
  /** Answers that were found, and that found no room, since the last review. */
  #found = 0;
  #refused = 0;

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
    if (version !== this.#version) return undefined;
    const body = this.#bodies.get(target);
    if (body !== undefined) this.#found += 1;
    return body;
  }

  /**
   * Remembers an answer if its target was asked for before: pages that one client walks through would only take the room of
   * those that all ask for.
   */
  offer(target: string, version: string, body: string | Buffer): void {
    if (target.length > MAX_TARGET) return;
    if (this.#candidates.has(target) || this.#olderCandidates.has(target)) {
      return this.keep(target, version, body);
    }
    if (this.#candidates.size >= MAX_CANDIDATES) {
      this.#olderCandidates = this.#candidates;
      this.#candidates = new Set();
    }
    this.#candidates.add(target);
  }

  /** Remembers an answer that was made as of `version`, where there is room and unless that is no longer the newest. */
  keep(target: string, version: string, body: string | Buffer): void {
    if (version !== this.#version || this.#bodies.has(target)) return;
    const size = target.length + body.length;
    if (this.#size + size > this.#capacity) return this.#refuse();
    this.#bodies.set(target, ownBuffer(body));
    this.#size += size;
  }

  /** On a chain that stands still, what is asked for may change all the same. */
  #refuse(): void {
    this.#refused += 1;
    if (this.#refused < REVIEW_AFTER) return;
    if (this.#found * USEFUL_SHARE < this.#refused) this.#forget();
    this.#found = 0;
    this.#refused = 0;
  }

  #forget(): void {
    this.#bodies.clear();
    this.#size = 0;
    this.#candidates = new Set();
    this.#olderCandidates = new Set();
    this.#found = 0;
    this.#refused = 0;
  }
}

/** Bytes in memory of their own: a small Buffer is part of a larger one, which would stay with it. */
function ownBuffer(body: string | Buffer): Buffer {
  if (typeof body !== 'string' && body.length === body.buffer.byteLength) return body;
  const own = Buffer.allocUnsafeSlow(body.length);
  if (typeof body === 'string') own.write(body, 'latin1');
  else own.set(body);
  return own;
}
