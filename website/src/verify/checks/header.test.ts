import { encodeBlockHeader, formatBits, getNetwork, parseBits } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import chain from '../../../../test/vectors/devnet-chain.json' with { type: 'json' };
import difficulty from '../../../../test/vectors/difficulty.json' with { type: 'json' };
import genesis from '../../../../test/vectors/genesis.json' with { type: 'json' };
import { hexToBytes } from '@cairn/protocol';
import { checkBits, checkWork, headerOfSummary, type HeaderBytes, readHeader } from './header.ts';
import { linkDown, startWalk } from './links.ts';
import { checkGenesis, checkNetwork } from './network.ts';
import type { Findings } from './result.ts';
import { workOf } from './work.ts';

const testnet = getNetwork('testnet');
const devnet = getNetwork('devnet');
const blocks = chain.blocks.map(({ raw }) => readHeader(hexToBytes(raw), 'vector'));
const MINER = 'TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn';

/** A testnet header of that height and time; nobody has mined it. */
function unmined(height: number, timestamp: number, bits: string): HeaderBytes {
  const bytes = encodeBlockHeader({
    version: 1,
    height,
    previousBlockId: '00'.repeat(32),
    merkleRoot: '00'.repeat(32),
    miner: MINER,
    timestamp,
    bits: parseBits(bits),
    nonce: 0,
  });
  return readHeader(bytes, 'test');
}

const noFindings = (): Findings => ({ facts: [], differences: [], problems: [] });

describe('the difficulty', () => {
  it('on testnet is what ASERT asks for after each parent of the vectors, and nothing else', () => {
    const rows = difficulty.asert_testnet as [height: number, timestamp: number, bits: string][];
    const anchorTimestamp = rows[0]![1];
    for (const [height, timestamp, bits] of rows.slice(0, 200)) {
      const parent = unmined(height, timestamp, bits).header;
      const child = unmined(height + 1, timestamp + 60, bits);
      const input = { network: testnet, parent, anchorTimestamp };
      expect(checkBits(child, input).status).toBe('passed');
      const easier = formatBits(parseBits(bits) + 1);
      expect(checkBits(unmined(height + 1, timestamp + 60, easier), input).differences).toEqual([
        { field: 'bits', shown: easier, computed: bits },
      ]);
    }
  });

  it('is the limit on devnet', () => {
    const [parent, child] = [blocks[3]!, blocks[4]!];
    const input = { network: devnet, parent: parent.header, anchorTimestamp: undefined };
    expect(checkBits(child, input).status).toBe('passed');
  });
});

describe('the work', () => {
  it('of the genesis blocks meets their targets, and takes as many hashes as the target says', () => {
    const header = readHeader(hexToBytes(genesis.networks.testnet.raw), 'vector');
    expect(checkWork(header).status).toBe('passed');
    // Target 0x0fffff × 2^216: a little more than 2^20 hashes.
    expect(workOf(header.header.bits)).toBe(1_048_577n);
    expect(workOf(parseBits('207fffff'))).toBe(2n);
  });

  it('of a header that nobody mined does not', () => {
    expect(checkWork(unmined(9, 1767312000, '1e0fffff')).problems).toEqual(['the ID is above the target']);
  });

  it('of bits that are no target fails, and says so', () => {
    expect(checkWork(unmined(9, 1767312000, '00000000')).problems.join()).toContain('no target');
  });
});

describe('a walk', () => {
  const walkFrom = (first: number, findings: Findings) =>
    startWalk(findings, { network: devnet, first: blocks[first]!, below: [], anchorTimestamp: undefined });

  it('goes up the whole chain and counts its work', () => {
    const findings = noFindings();
    const walk = walkFrom(0, findings);
    for (const block of blocks.slice(1)) expect(walk.step(block, block.id)).toBe(true);
    expect(findings).toEqual(noFindings());
    expect(walk.walked).toBe(12);
    expect(walk.work).toBe(24n);
  });

  it('ends at a gap, at a block of another chain, and at an ID that is not the header’s', () => {
    const skips = noFindings();
    expect(walkFrom(0, skips).step(blocks[2]!, blocks[2]!.id)).toBe(false);
    expect(skips.differences.map(({ field }) => field)).toEqual(['[1].height', '[1].prev_block_hash']);
    const renamed = noFindings();
    expect(walkFrom(0, renamed).step(blocks[1]!, 'ab'.repeat(32))).toBe(false);
    expect(renamed.differences.map(({ field }) => field)).toEqual(['[1].id']);
  });

  it('ends at a time that is not after the median', () => {
    const { header } = blocks[1]!;
    const findings = noFindings();
    const late = { ...header, timestamp: blocks[0]!.header.timestamp };
    walkFrom(0, findings).step(readHeader(encodeBlockHeader(late), 'test'), '');
    expect(findings.problems.join()).toContain('not after the median');
  });

  it('downward takes only what is linked', () => {
    const below = blocks.slice(0, 5).toReversed();
    expect(linkDown(blocks[5]!, below)).toHaveLength(5);
    expect(linkDown(blocks[5]!, [below[0]!, below[2]!])).toHaveLength(1);
    expect(linkDown(blocks[6]!, below)).toHaveLength(0);
  });
});

describe('the network', () => {
  it('is one that can have a chain, by name and chain ID', () => {
    const claim = { network: 'testnet', chainId: 2, beside: 'testnet' };
    expect(checkNetwork(claim).status).toBe('passed');
    expect(checkNetwork({ ...claim, chainId: 3 }).status).toBe('failed');
    expect(checkNetwork({ ...claim, beside: 'devnet' }).status).toBe('failed');
    expect(checkNetwork({ network: 'mainnet', chainId: 1, beside: undefined }).status).toBe('failed');
    expect(checkNetwork({ network: 'foonet', chainId: 9, beside: undefined }).status).toBe('failed');
  });

  it('has the genesis block of the vectors, byte for byte', () => {
    const raw = hexToBytes(genesis.networks.testnet.raw);
    expect(checkGenesis(raw, testnet).status).toBe('passed');
    expect(checkGenesis(raw, devnet).status).toBe('failed');
    for (const at of [0, 117, 118, raw.length - 1]) {
      const altered = raw.map((byte, index) => (index === at ? byte ^ 1 : byte));
      expect(checkGenesis(altered, testnet).status).toBe('failed');
    }
  });
});

it('a summary without a Merkle root makes no header', () => {
  const { header, id } = blocks[1]!;
  const summary = {
    id,
    version: header.version,
    height: header.height,
    prev_block_hash: header.previousBlockId,
    miner: header.miner,
    timestamp: header.timestamp,
    bits: formatBits(header.bits),
    nonce: header.nonce,
  };
  expect(headerOfSummary(summary, 'test')).toBeUndefined();
  expect(headerOfSummary({ ...summary, merkle_root: header.merkleRoot }, 'test')?.id).toBe(id);
});
