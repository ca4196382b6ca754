import type { AnswerVersion, AnswerVersions } from './answer-version.ts';
import { targetHash } from './entity-tag.ts';

/** Bytes that are remembered at the most. */
const CAPACITY = 64 * 1024 * 1024;
/** Bytes that an answer takes besides its own and its target's: entry of the map, buffer and what stands behind it. */
const OVERHEAD = 768;
/** Characters of the longest target that is remembered: one with an address, all parameters and room to spare. */
export const MAX_TARGET = 256;
/** Places for the hashes of targets that were asked for once, each of which has one place: a power of two. */
const CANDIDATE_PLACES = 65_536;
/** Answers that find no room until the memory asks itself whether it is still of use. */
const REVIEW_AFTER = 4_096;
/** It is, where it gave at least one answer for so many that found no room. */
const USEFUL_SHARE = 16;

/**
 * Answers as they were sent. Each stays the same until chain or index change, and explorers ask for the same few pages: most
 * requests then need neither a store nor a serializer. A block forgets them all, so that none makes room for another before:
 * where more is asked for in turns than there is room for, that would only wear the memory out.
 */
export class AnswerMemory {
  readonly #versions: Pick<AnswerVersions, 'isNewest'>;
  readonly #capacity: number;
  readonly #bodies = new Map<string, Buffer>();
  #size = 0;
  /** Hashes of targets that were asked for. Where two targets share one, an answer is remembered too early: no harm. */
  readonly #candidates = new Uint32Array(CANDIDATE_PLACES);
  #version: AnswerVersion | undefined;
  /** Answers that were found, and that found no room, since the last review. */
  #found = 0;
  #refused = 0;

  constructor(versions: Pick<AnswerVersions, 'isNewest'>, capacity = CAPACITY) {
    this.#versions = versions;
    this.#capacity = capacity;
  }

  /** The answer to a target as of `version`. @param target path and query */
  find(target: string, version: AnswerVersion): Buffer | undefined {
    if (!this.#turnTo(version)) return undefined;
    const body = this.#bodies.get(target);
    if (body !== undefined) this.#found += 1;
    return body;
  }

  /**
   * Remembers an answer if its target was asked for before: pages that one client walks through would only take the room of
   * those that all ask for.
   */
  offer(target: string, version: AnswerVersion, body: string | Buffer): void {
    if (target.length > MAX_TARGET || !this.#turnTo(version)) return;
    const hash = targetHash(target);
    const place = hash & (CANDIDATE_PLACES - 1);
    if (this.#candidates[place] === hash) this.keep(target, version, body);
    else this.#candidates[place] = hash;
  }

  /** Remembers an answer that was made as of `version`, where there is room and unless that is no longer the newest. */
  keep(target: string, version: AnswerVersion, body: string | Buffer): void {
    if (target.length > MAX_TARGET || !this.#turnTo(version) || this.#bodies.has(target)) return;
    const size = target.length + body.length + OVERHEAD;
    if (this.#size + size > this.#capacity) return this.#refuse();
    this.#bodies.set(target, ownBuffer(body));
    this.#size += size;
  }

  /** Forgets what is of an older version. @returns whether what is remembered from now on is of this one */
  #turnTo(version: AnswerVersion): boolean {
    if (version === this.#version) return true;
    if (!this.#versions.isNewest(version)) return false;
    this.#forget();
    this.#version = version;
    return true;
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
    this.#candidates.fill(0);
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
