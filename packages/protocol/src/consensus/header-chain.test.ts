import { describe, expect, it } from 'vitest';
import chain from '../../../../test/vectors/devnet-chain.json' with { type: 'json' };
import difficulty from '../../../../test/vectors/difficulty.json' with { type: 'json' };
import { blockId, decodeBlockHeader, encodeBlockHeader, HEADER_SIZE } from '../block-header.ts';
import { hexToBytes } from '../bytes.ts';
import { formatBits, parseBits } from '../difficulty.ts';
import { getNetwork } from '../networks.ts';
import { HeaderChain, type HeaderCheckpoint } from './header-chain.ts';

const devnet = getNetwork('devnet');
const testnet = getNetwork('testnet');
const headers = chain.blocks.map(({ raw }) => hexToBytes(raw).subarray(0, HEADER_SIZE));

function chainTo(height: number): HeaderChain {
  const made = HeaderChain.fromGenesis(devnet);
  for (const bytes of headers.slice(1, height + 1)) made.add(bytes);
  return made;
}

describe('a chain of headers', () => {
  it('starts at the genesis block and accepts every block of the vectors', () => {
    const all = chainTo(headers.length - 1);
    expect([all.height, all.id]).toEqual([headers.length - 1, blockId(headers.at(-1)!)]);
  });

  it('continues from any of its blocks, even after the checkpoint was serialized as JSON', () => {
    for (let height = 0; height < headers.length - 1; height += 1) {
      const checkpoint = JSON.parse(JSON.stringify(chainTo(height).checkpoint)) as HeaderCheckpoint;
      const all = new HeaderChain(devnet, checkpoint);
      for (const bytes of headers.slice(height + 1)) all.add(bytes);
      expect(all.checkpoint).toEqual(chainTo(headers.length - 1).checkpoint);
    }
  });

  it('rejects a header that breaks a rule of its place, or has no work, and stays unchanged', () => {
    const before = chainTo(4);
    const { checkpoint } = before;
    const fields = decodeBlockHeader(headers[5]!);
    const idle = Array.from({ length: 40 }, (_, nonce) => ({ nonce })).find(
      (change) => blockId(encodeBlockHeader({ ...fields, ...change }))[0]! > '7',
    )!;
    for (const [altered, message] of [
      [{ height: 6 }, 'height 6'],
      [{ previousBlockId: 'ab'.repeat(32) }, 'does not extend'],
      [{ timestamp: checkpoint.timestamps[0]! }, 'not after the median'],
      [{ bits: 0x1f7fffff }, 'bits 1f7fffff instead of'],
      [idle, 'target'],
    ] as const) {
      expect(() => before.add(encodeBlockHeader({ ...fields, ...altered }))).toThrow(message);
      expect(before.checkpoint).toEqual(checkpoint);
    }
    expect(before.add(headers[5]!)).toEqual({ header: fields, id: blockId(headers[5]!) });
    expect(before.height).toBe(5);
  });

  it('checks times only once eleven are known', () => {
    const [first] = chainTo(12).checkpoint.timestamps.slice(-1);
    const { timestamps, ...rest } = chainTo(11).checkpoint;
    expect(timestamps).toHaveLength(11);
    const some = new HeaderChain(devnet, { ...rest, timestamps: [first! + 1_000] });
    some.add(headers[12]!);
    expect(some.height).toBe(12);
    const all = new HeaderChain(devnet, { ...rest, timestamps: timestamps.map(() => first! + 1_000) });
    expect(() => all.add(headers[12]!)).toThrow(/median/);
  });

  it('checks testnet’s difficulty by ASERT if the time of block 1 is known', () => {
    const rows = difficulty.asert_testnet as [height: number, timestamp: number, bits: string][];
    const anchorTimestamp = rows[0]![1];
    for (const [height, timestamp, bits] of rows.slice(2, 40)) {
      const child = {
        version: 1,
        height: height + 1,
        previousBlockId: 'cd'.repeat(32),
        merkleRoot: '00'.repeat(32),
        miner: 'TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn',
        timestamp: timestamp + 60,
        nonce: 0,
      };
      const start = { height, id: child.previousBlockId, timestamps: [timestamp] };
      const check = (asked: string, anchor?: number) => () =>
        new HeaderChain(testnet, { ...start, anchorTimestamp: anchor }).add(
          encodeBlockHeader({ ...child, bits: parseBits(asked) }),
        );
      // These headers are not mined, so that only the proof of work is wrong.
      expect(check(bits, anchorTimestamp)).toThrow(/target/);
      const easier = formatBits(parseBits(bits) + 1);
      expect(check(easier, anchorTimestamp)).toThrow(`instead of ${bits}`);
      expect(check(easier)).toThrow(/target/);
    }
  });
});
