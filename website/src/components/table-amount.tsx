import { parsePebbles } from '@cairn/protocol';
import { Amount } from '@cairn/ui';
import type { VNode } from 'preact';

/**
 * An amount in a column whose header names the unit.
 * @param pebbles a monetary field of the API
 */
export function tableAmount(pebbles: string, direction?: 'in' | 'out' | 'self'): VNode {
  return <Amount value={parsePebbles(pebbles)} direction={direction} unit={false} />;
}
