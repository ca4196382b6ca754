import { parsePebbles } from '@cairn/protocol';
import { Amount } from '@cairn/ui';
import type { VNode } from 'preact';

const DECIMALS = 8;

/**
 * An amount in a column whose header names the unit: all decimals, so that the points stand below each other.
 * @param pebbles a monetary field of the API
 */
export function tableAmount(pebbles: string, direction?: 'in' | 'out' | 'self'): VNode {
  return (
    <Amount
      value={parsePebbles(pebbles)}
      direction={direction}
      unit={false}
      minimumFractionDigits={DECIMALS}
    />
  );
}
