import type { BlockId } from '@cairn/protocol';
import type { ShownRows } from '../verify/block-checks.ts';

/** The rows of an address's page for its verification; `undefined` while they load, `unavailable` if that failed. */
export type ListedHistory = (ShownRows & { readonly asOf?: BlockId | undefined }) | 'unavailable' | undefined;
