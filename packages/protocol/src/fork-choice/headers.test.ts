import { beforeEach, describe, expect, it } from 'vitest';
import { expectedBits } from '../asert.ts';
import {
  blockId,
  decodeBlockHeader,
  encodeBlockHeader,
  HEADER_SIZE,
  type BlockHeader,
} from '../block-header.ts';
import { hexToBytes } from '../bytes.ts';
import { ConsensusError, type ConsensusErrorCode } from '../consensus/consensus-error.ts';
import { meetsTarget } from '../difficulty.ts';
import { genesisBlock, genesisBlockId } from '../genesis.ts';
import { getNetwork } from '../networks.ts';
import { HeaderTree } from './header-tree.ts';
import { BODY_SIZE, ROOT } from './test-support.ts';

const devnet = getNetwork('devnet');
const testnet = getNetwork('testnet');

describe('the context of a header', () => {
  it.each([testnet, devnet])('is the same after pruning: $name', (network) => {
    const timestamps = Array.from(
      { length: 40 },
      (_, height) => network.genesisTime + height * 37 + (height % 5) * 100,
    );
    const bits = network.proofOfWorkLimitBits!;
    const base = { id: '0', height: 0, work: 0n, timestamps: [timestamps[0]!], anchorTimestamp: undefined };
    const chain = new HeaderTree(network, base);
    const expected = (parent: number) => ({
      lastTimestamps: timestamps.slice(Math.max(0, parent - 10), parent + 1),
      bits: expectedBits(
        network,
        { height: parent, timestamp: timestamps[parent]! },
        parent === 0 ? undefined : timestamps[1],
      ),
    });
    const contextOf = (of: HeaderTree, parent: number) => {
      const { lastTimestamps, bits } = of.headerContext(`${parent}`)!;
      return { lastTimestamps, bits };
    };
    for (let height = 1; height < timestamps.length; height += 1) {
      expect(contextOf(chain, height - 1)).toEqual(expected(height - 1));
      chain.insert({
        id: `${height}`,
        previousBlockId: `${height - 1}`,
        timestamp: timestamps[height]!,
        bits,
      });
      chain.addBody(`${height}`, BODY_SIZE);
      chain.setActive(`${height}`);
      chain.prune({ depth: height % 7, sideBlocks: 0, sideBytes: 0 });
      expect(contextOf(chain, chain.base.height)).toEqual(expected(chain.base.height));
    }
    const opened = new HeaderTree(network, {
      id: '30',
      height: 30,
      work: 0n,
      timestamps: timestamps.slice(20, 31),
      anchorTimestamp: timestamps[1],
    });
    expect(contextOf(opened, 30)).toEqual(expected(30));
    expect(opened.headerContext('29')).toBeUndefined();
    expect(opened.headerContext('30', 7)?.now).toBe(7);
  });

  it('has the ASERT anchor of its own branch, if that begins at genesis', () => {
    const { genesisTime } = testnet;
    const base = { id: ROOT, height: 0, work: 0n, timestamps: [genesisTime], anchorTimestamp: undefined };
    const forked = new HeaderTree(testnet, base);
    const bitsAfter = (name: string, anchor: number): number => {
      const bits = testnet.proofOfWorkLimitBits!;
      forked.insert({ id: `${name}1`, previousBlockId: ROOT, timestamp: genesisTime + anchor, bits });
      forked.insert({ id: `${name}2`, previousBlockId: `${name}1`, timestamp: genesisTime + 100, bits });
      return forked.headerContext(`${name}2`)!.bits;
    };
    const [early, late] = [bitsAfter('a', 60), bitsAfter('b', 99)];
    expect(early).not.toBe(late);
    expect([early, late]).toEqual(
      [60, 99].map((anchor) =>
        expectedBits(testnet, { height: 2, timestamp: genesisTime + 100 }, genesisTime + anchor),
      ),
    );
  });
});

describe('a header of a peer', () => {
  const genesis = decodeBlockHeader(genesisBlock(devnet));
  const now = genesis.timestamp + 1_000;
  let peers: HeaderTree;
  beforeEach(() => {
    peers = new HeaderTree(devnet, {
      id: genesisBlockId(devnet),
      height: 0,
      work: 2n,
      timestamps: [genesis.timestamp],
      anchorTimestamp: undefined,
    });
  });

  /** A child of genesis with one alteration and a valid proof of work. */
  function mine(change: Partial<BlockHeader> = {}, isEnough = true): Uint8Array {
    const fields = { height: 1, previousBlockId: genesisBlockId(devnet), timestamp: genesis.timestamp + 60 };
    for (let nonce = 0; ; nonce += 1) {
      const bytes = encodeBlockHeader({ ...genesis, ...fields, nonce, ...change });
      if (meetsTarget(hexToBytes(blockId(bytes)), genesis.bits) === isEnough) return bytes;
    }
  }

  it('is validated and inserted once; its body may follow', () => {
    const bytes = mine();
    const block = peers.receive(new Uint8Array([...bytes, 1, 2, 3]), now);
    expect([block?.id, block?.height, block?.work]).toEqual([blockId(bytes), 1, 4n]);
    expect(peers.receive(bytes, now)).toBe(block);
    const child = mine({ height: 2, previousBlockId: block!.id, timestamp: genesis.timestamp + 61 });
    expect(peers.receive(child, now)?.parent).toBe(block);
    expect(peers.size).toBe(3);
  });

  it.each<[ConsensusErrorCode, Partial<BlockHeader>, boolean]>([
    ['timestamp_too_new', { timestamp: now + 7_201 }, true],
    ['insufficient_work', {}, false],
  ])('that breaks a rule is rejected and not stored: %s', (code, change, isEnough) => {
    const thrown = expect.objectContaining({ name: ConsensusError.name, code }) as Error;
    expect(() => peers.receive(mine(change, isEnough), now)).toThrow(thrown);
    expect(peers.size).toBe(1);
  });

  it('is ignored without its parent, and throws if malformed', () => {
    expect(peers.receive(mine({ previousBlockId: 'ab'.repeat(32) }), now)).toBeUndefined();
    expect(() => peers.receive(new Uint8Array(HEADER_SIZE - 1), now)).toThrow(
      expect.objectContaining({ code: 'invalid_block_header' }) as Error,
    );
    expect(peers.size).toBe(1);
  });
});
