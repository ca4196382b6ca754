import { defineLayout, hex, u32, u8 } from '@cairn/protocol/layout';
import type { ChainReader } from '../chain/chain-reader.ts';

/** Version of everything in this room; another one is another protocol name too. */
const VERSION = 1;

/** The status message: 69 bytes. */
const STATUS_LAYOUT = defineLayout({
  version: u8,
  genesisId: hex(32),
  height: u32,
  tipId: hex(32),
});

export const STATUS_SIZE = STATUS_LAYOUT.size;

/** Where a node says its chain stands. Of a peer it is a claim. */
export interface ChainStatus {
  /** 64 lowercase hex characters. */
  readonly genesisId: string;
  readonly height: number;
  /** 64 lowercase hex characters. */
  readonly tipId: string;
}

/** The status of a chain that has its genesis block. */
export function statusOf(chain: ChainReader): ChainStatus {
  const tip = chain.tip();
  const genesis = chain.blockSummary(0);
  if (tip === undefined || genesis === undefined)
    throw new Error('a chain without a genesis block has no peers');
  return { genesisId: genesis.id, height: tip.height, tipId: tip.id };
}

export function encodeStatus({ genesisId, height, tipId }: ChainStatus): Uint8Array {
  return STATUS_LAYOUT.encode({ version: VERSION, genesisId, height, tipId });
}

/** @returns `undefined` for bytes that are no status message of this version */
export function decodeStatus(bytes: Uint8Array): ChainStatus | undefined {
  if (bytes.length !== STATUS_LAYOUT.size) return undefined;
  const { version, genesisId, height, tipId } = STATUS_LAYOUT.decode(bytes);
  return version === VERSION ? { genesisId, height, tipId } : undefined;
}

/**
 * What a peer's status says about its chain next to ours.
 * - `foreign`: another genesis block.
 * - `diverged`: a block at a height that we have, and it is not ours. There is no fork choice in v1.
 */
export function compareStatus(
  chain: ChainReader,
  { genesisId, height, tipId }: ChainStatus,
): 'foreign' | 'diverged' | 'compatible' {
  if (genesisId !== chain.blockSummary(0)?.id) return 'foreign';
  const ours = chain.blockSummary(height);
  return ours === undefined || ours.id === tipId ? 'compatible' : 'diverged';
}
