import { encodeBlockHeader, getNetwork, hexToBytes, parseBits } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import genesis from '../../../../test/vectors/genesis.json' with { type: 'json' };
import { checkWork, type HeaderBytes, readHeader } from './checks.ts';
import { Findings } from './steps.ts';

/** A testnet header without proof of work. */
function unmined(bits: string): HeaderBytes {
  const bytes = encodeBlockHeader({
    version: 1,
    height: 9,
    previousBlockId: '00'.repeat(32),
    merkleRoot: '00'.repeat(32),
    miner: 'TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn',
    timestamp: 1_767_312_000,
    bits: parseBits(bits),
    nonce: 0,
  });
  return readHeader(bytes);
}

function checked(check: (findings: Findings) => void): Findings {
  const findings = new Findings();
  check(findings);
  return findings;
}

describe('checkWork', () => {
  it('passes the genesis block, and reports its work in hashes', () => {
    const header = readHeader(hexToBytes(genesis.networks.testnet.raw));
    const findings = checked((to) => checkWork(to, header));
    expect(findings.isGood).toBe(true);
    // Target 0x0fffff × 2^216: a little more than 2^20 hashes.
    expect(findings.facts).toContainEqual({ name: 'work', value: 1_048_577 });
  });

  it('fails a header without proof of work', () => {
    const { problems } = checked((to) => checkWork(to, unmined('1e0fffff')));
    expect(problems).toEqual(['the ID is above the target']);
  });

  it('fails for invalid bits', () => {
    expect(() => checked((to) => checkWork(to, unmined('00000000')))).toThrow('not a target');
  });

  it('fails for bits easier than the network allows', () => {
    const { differences } = checked((to) => checkWork(to, unmined('207fffff'), getNetwork('testnet')));
    expect(differences).toEqual([{ field: 'bits', shown: '207fffff', computed: '1e0fffff' }]);
  });
});
