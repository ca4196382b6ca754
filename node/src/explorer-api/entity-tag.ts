import { hash } from 'node:crypto';
import type { ChainTip } from '../chain/chain-reader.ts';
import type { IndexStatus } from './context.ts';

/**
 * Makes the weak entity tags of one running API. They are weak because the same tag covers the compressed forms.
 * Every tag names the contract as well, so that a new version of a response never passes for an old one.
 */
export interface EntityTags {
  /** For what the canonical chain alone decides: changes with the tip, differs between targets. */
  ofChain(tip: ChainTip | undefined, target: string): string;
  /** For what the projection decides too. */
  ofIndex(tip: ChainTip | undefined, index: IndexStatus, target: string): string;
  /** For small bodies that are made anew anyway. */
  ofContent(body: string): string;
}

/** Tip IDs begin with the zeros of their proof of work: the end tells them apart. */
const TIP_CHARACTERS = 24;

/** @param contract the serialized OpenAPI document */
export function createEntityTags(contract: string): EntityTags {
  const version = hash('sha256', contract).slice(0, 8);
  const chainPart = (tip: ChainTip | undefined): string =>
    tip === undefined ? 'empty' : tip.id.slice(-TIP_CHARACTERS);
  return {
    ofChain: (tip, target) => `W/"${version}-${chainPart(tip)}-${targetPart(target)}"`,
    ofIndex: (tip, index, target) =>
      `W/"${version}-${chainPart(tip)}-${index.state}${index.indexedHeight}-${targetPart(target)}"`,
    ofContent: (body) => `W/"${version}-${hash('sha256', body).slice(0, 24)}"`,
  };
}

/** FNV-1a, 32 bits, over the characters: for such short texts most of zlib's or OpenSSL's cost is the call. */
export function targetHash(target: string): number {
  let sum = 0x811c_9dc5;
  for (let index = 0; index < target.length; index += 1) {
    sum = Math.imul(sum ^ target.charCodeAt(index), 0x0100_0193);
  }
  return sum >>> 0;
}

/** Without it a tag learnt from one resource would answer 304 for another, even one that does not exist. */
function targetPart(target: string): string {
  const sum = targetHash(target);
  return String.fromCharCode(
    digitAt(sum, 0),
    digitAt(sum, 5),
    digitAt(sum, 10),
    digitAt(sum, 15),
    digitAt(sum, 20),
    digitAt(sum, 25),
    digitAt(sum, 30),
  );
}

/** Code of the digit that stands for five bits; `toString(36)` divides floats, which takes as long as all the rest. */
function digitAt(sum: number, place: number): number {
  return DIGITS.charCodeAt((sum >>> place) & 31);
}

const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/**
 * Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, section 13.1.2). `*` does not count: it asks
 * whether anything is there, which a tag cannot tell.
 */
export function namesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  const wanted = opaquePart(tag);
  return ifNoneMatch.split(',').some((candidate) => opaquePart(candidate.trim()) === wanted);
}

function opaquePart(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
