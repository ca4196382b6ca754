import {
  bytesToHex,
  blockIdBytes,
  concatBytes,
  encodeBlockHeader,
  genesisBlock,
  getNetwork,
  HEADER_NONCE_OFFSET,
  HEADER_SIZE,
  HeaderChain,
  meetsTarget,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { describe, expect, it } from 'vitest';
import { readHeader } from './checks.ts';
import { Findings, runSteps, type StepState } from './steps.ts';
import type { ApiSource } from './api-source.ts';
import { checkNetwork, expectTip, openChain, openNetwork } from './verify-chain.ts';

const devnet = getNetwork('devnet');
const miner = developmentAccounts(devnet)[3]!.address;
const LENGTH = 4_600;
const TIP = LENGTH - 1;

/** Mines headers on top of others. @param merkleRoot makes a branch differ from another */
function mined(below: readonly Uint8Array[], length: number, merkleRoot: string): Uint8Array[] {
  const headers = [...below];
  const chain = HeaderChain.fromGenesis(devnet);
  for (const bytes of headers.slice(1)) chain.add(bytes);
  for (let height = headers.length; height < length; height += 1) {
    const timestamp = devnet.genesisTime + height * 3;
    const fields = {
      version: 1,
      height,
      previousBlockId: chain.id,
      merkleRoot,
      miner,
      timestamp,
      bits: 0x207fffff,
    };
    const bytes = encodeBlockHeader({ ...fields, nonce: 0 });
    while (!meetsTarget(blockIdBytes(bytes), fields.bits)) bytes[HEADER_NONCE_OFFSET + 3]! += 1;
    chain.add(bytes);
    headers.push(bytes);
  }
  return headers;
}

const headers = mined([genesisBlock(devnet).subarray(0, HEADER_SIZE)], LENGTH, 'ab'.repeat(32));
const idAt = (height: number, of = headers) => bytesToHex(blockIdBytes(of[height]!));

/** An API with these headers, and the requests that it got. */
function api(
  of = headers,
  serve: (from: number, count: number) => readonly Uint8Array[] = (from, count) =>
    of.slice(from, from + count),
) {
  const asked: [from: number, count: number][] = [];
  const status = {
    network: 'devnet',
    chain_id: devnet.chainId,
    height: of.length - 1,
    tip_id: idAt(of.length - 1, of),
  } as Awaited<ReturnType<ApiSource['api']['status']>>;
  const block = {} as Awaited<ReturnType<ApiSource['api']['getBlock']>>;
  const client: Pick<ApiSource['api'], 'status' | 'getBlock'> = {
    status: () => Promise.resolve(status),
    getBlock: () => Promise.resolve(block),
  };
  const source: ApiSource = {
    api: client as ApiSource['api'],
    headers: (from, count) => {
      asked.push([from, count]);
      return Promise.resolve(concatBytes(...serve(from, count)));
    },
    rawBlock: () => Promise.resolve(genesisBlock(devnet)),
  };
  return { source, asked };
}

interface Visit {
  readonly of?: readonly Uint8Array[];
  readonly headerLimit?: number;
}

function visit(height: number, source: ApiSource, { of = headers, headerLimit = 20_000 }: Visit = {}) {
  const progress: number[] = [];
  const confirmations = of.length - height;
  const { step, network } = openNetwork(source, 'devnet');
  const chain = openChain({
    source,
    below: headerLimit,
    above: headerLimit,
    keep: new Set([3_200]),
    network,
    header: () => Promise.resolve(readHeader(of[height]!)),
    excuse: async (_, tip) => void (await expectTip(source, tip)),
  });
  const onChange = (steps: readonly StepState[]) => {
    const share = steps.find(({ status }) => status === 'running')?.progress;
    if (share !== undefined) progress.push(share);
  };
  return runSteps(
    [step, chain.chain, chain.above(confirmations, () => Promise.resolve(confirmations))],
    onChange,
  ).then((results) => ({ results, progress, chain }));
}

const said = (results: readonly StepState[]) =>
  results.map(({ status, reason }) =>
    reason === undefined ? status : `${status} ${reason.code} ${reason.count ?? ''}`,
  );
const GOOD = ['passed', 'passed', 'passed'];

describe('a chain of several ranges', () => {
  it('is checked from the genesis block to the tip, with progress', async () => {
    const { source, asked } = api();
    const { results, progress, chain } = await visit(3_000, source);
    expect(said(results)).toEqual(GOOD);
    expect(asked).toEqual([
      [1, 2_000],
      [2_001, 2_000],
      [4_001, 599],
    ]);
    expect(progress).toEqual([2_000 / TIP, 4_000 / TIP, 1]);
    const { kept } = await chain.walk();
    expect(kept.get(3_200)!.bytes).toEqual(headers[3_200]!);
  });

  it('fails for any header that does not follow', async () => {
    for (const wrong of [1, 1_999, 2_000, 2_001, 2_999, 3_000, 3_001, 4_001, TIP]) {
      const serve = (from: number, count: number) =>
        headers
          .slice(from, from + count)
          .map((bytes, index) =>
            from + index === wrong ? bytes.map((byte, at) => (at === 50 ? byte ^ 1 : byte)) : bytes,
          );
      const { results } = await visit(3_000, api(headers, serve).source);
      expect([wrong, results.some(({ status }) => status === 'failed')]).toEqual([wrong, true]);
    }
  });

  it('fails if it is valid but does not contain the page’s block', async () => {
    const fork = mined(headers.slice(0, 2_500), LENGTH + 1, 'cd'.repeat(32));
    const { results } = await visit(3_000, api(fork).source);
    expect(said(results)).toEqual(['passed', 'failed', 'failed']);
    expect(results[1]!.differences.map(({ field }) => field)).toEqual(['[3000].id']);
  });

  it('is neither verified nor called a lie if it does not fit while its tip keeps changing', async () => {
    const { source } = api(headers, (from, count) => headers.slice(from + 1, from + 1 + count));
    let changes = 0;
    const status = async () => ({ ...(await source.api.status()), tip_id: idAt((changes += 1)) });
    const { results } = await visit(3_000, { ...source, api: { ...source.api, status } });
    expect(said(results)).toEqual(['passed', 'skipped moving_tip ', 'skipped moving_tip ']);
  });

  it('is checked only around the block if it is too long, and reports how much is left out', async () => {
    const { source, asked } = api();
    const { results } = await visit(3_000, source, { headerLimit: 500 });
    expect(said(results)).toEqual(['passed', 'limited far 2500', 'limited far 1099']);
    expect(asked.reduce((sum, [, count]) => sum + count, 0)).toBe(1 + 1_000);
  });
});

describe('the network', () => {
  const isGood = (network: string, chainId: number, shown?: string) => {
    const findings = new Findings();
    checkNetwork(findings, { network, chain_id: chainId }, shown);
    return findings.isGood;
  };

  it('is one that has a chain, by name and chain ID', () => {
    expect(isGood('testnet', 2, 'testnet')).toBe(true);
    expect(isGood('testnet', 3, 'testnet')).toBe(false);
    expect(isGood('testnet', 2, 'devnet')).toBe(false);
    expect(isGood('mainnet', 1)).toBe(false);
    expect(isGood('foonet', 9)).toBe(false);
  });
});
