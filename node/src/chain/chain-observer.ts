import { ConsensusError, ProtocolError } from '@cairn/protocol';

/** Hears how the chain works, to measure it. It is told after the fact, decides nothing and must not throw. */
export interface ChainObserver {
  /** A block was held against every rule and keeps them. @param seconds that took, its wait for its turn apart */
  validated(seconds: number): void;
  /** A block breaks a rule, or its bytes are none. */
  refused(): void;
  /** A block stands in every store. @param seconds from the first byte written to the last sync */
  committed(seconds: number): void;
}

/** Validates a block and tells how long that took, or that the block was refused. */
export async function observeValidation<Result>(
  observer: ChainObserver | undefined,
  validate: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  try {
    const result = await validate();
    observer?.validated(secondsSince(began));
    return result;
  } catch (error) {
    if (error instanceof ConsensusError || error instanceof ProtocolError) observer?.refused();
    throw error;
  }
}

/** Commits a block and tells how long that took; what failed is not told. */
export async function observeCommit<Result>(
  observer: ChainObserver | undefined,
  commit: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  const result = await commit();
  observer?.committed(secondsSince(began));
  return result;
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000;
}
