import { parsePebbles } from '@cairn/protocol';
import { Amount } from '@cairn/ui';

const DECIMALS = 8;

export interface TableAmountProps {
  /** A monetary field of the API. */
  pebbles: string;
  direction?: 'in' | 'out' | 'self' | undefined;
}

/** An amount in a column whose header names the unit: all decimals, so that the points stand below each other. */
export function TableAmount({ pebbles, direction }: TableAmountProps) {
  return (
    <Amount
      value={parsePebbles(pebbles)}
      direction={direction}
      unit={false}
      minimumFractionDigits={DECIMALS}
    />
  );
}
