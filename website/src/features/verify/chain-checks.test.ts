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
  hexToBytes,
  meetsTarget,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { describe, expect, it } from 'vitest';
import genesis from '../../../../test/vectors/genesis.json' with { type: 'json' };
import { readHeader } from './block-checks.ts';
import { chainSteps, checkGenesis, checkNetwork, openNetwork } from './chain-checks.ts';
import { Findings, runSteps, type StepState } from './findings.ts';
import { Checkpoints, type StoredCheckpoints } from './checkpoints.ts';
import type { ApiSource } from './api-source.ts';
import { LIMITS } from './page-block.ts';

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
  const source: Pick<ApiSource, 'status' | 'headers' | 'rawBlock' | 'block'> = {
    status: () =>
      Promise.resolve({
        network: 'devnet',
        chain_id: devnet.chainId,
        height: of.length - 1,
        tip_id: idAt(of.length - 1, of),
      } as Awaited<ReturnType<ApiSource['status']>>),
    headers: (from, count) => {
      asked.push([from, count]);
      return Promise.resolve(concatBytes(...serve(from, count)));
    },
    rawBlock: () => Promise.resolve(genesisBlock(devnet)),
    block: () => Promise.resolve({} as Awaited<ReturnType<ApiSource['block']>>),
  };
  return { source: source as ApiSource, asked };
}

interface Visit {
  readonly of?: readonly Uint8Array[];
  readonly headerLimit?: number;
  readonly checkpoints?: Checkpoints;
}

function visit(
  height: number,
  source: ApiSource,
  { of = headers, headerLimit = 20_000, checkpoints = new Checkpoints() }: Visit = {},
) {
  const progress: number[] = [];
  const confirmations = of.length - height;
  const { step, network } = openNetwork(source, 'devnet');
  const chain = chainSteps({
    source,
    checkpoints,
    limits: { ...LIMITS, headers: headerLimit },
    network,
    header: () => Promise.resolve(readHeader(of[height]!, 'test')),
    confirmations: () => Promise.resolve(confirmations),
    shownConfirmations: confirmations,
  });
  const onChange = (steps: readonly StepState[]) => {
    const share = steps.find(({ status }) => status === 'running')?.progress;
    if (share !== undefined) progress.push(share);
  };
  return runSteps([step, ...chain.steps], onChange).then((results) => ({ results, progress, chain }));
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
    const { headersAbove } = await chain.result();
    expect(headersAbove).toHaveLength(200);
    expect(headersAbove[0]).toBe(bytesToHex(headers[3_001]!));
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
    const status = async () => ({ ...(await source.status()), tip_id: idAt((changes += 1)) });
    const { results } = await visit(3_000, { ...source, status });
    expect(said(results)).toEqual(['passed', 'skipped moving_tip ', 'skipped moving_tip ']);
  });

  it('is checked only around the block if it is too long, and reports how much is left out', async () => {
    const { source, asked } = api();
    const { results } = await visit(3_000, source, { headerLimit: 500 });
    expect(said(results)).toEqual(['passed', 'limited far 2989', 'limited far 1099']);
    expect(asked.reduce((sum, [, count]) => sum + count, 0)).toBe(1 + 511);
  });
});

describe('checkpoints', () => {
  async function keep(of = headers): Promise<StoredCheckpoints> {
    let record: StoredCheckpoints | undefined;
    await visit(10, api(of).source, {
      of,
      checkpoints: new Checkpoints(undefined, (next) => (record = next)),
    });
    return JSON.parse(JSON.stringify(record)) as StoredCheckpoints;
  }

  it('save requests: a block is linked to those below and above it', async () => {
    const record = await keep();
    expect(record.checkpoints.map(({ height }) => height)).toEqual([2_000, 4_000, TIP]);
    const { source, asked } = api();
    expect(said((await visit(1_000, source, { checkpoints: new Checkpoints(record) })).results)).toEqual(
      GOOD,
    );
    expect(asked[0]).toEqual([1, 2_000]);
    const last = api();
    expect(
      said((await visit(TIP, last.source, { checkpoints: new Checkpoints(record), headerLimit: 0 })).results),
    ).toEqual(GOOD);
    expect(last.asked).toEqual([]);
  });

  it('do not let a block of another branch pass', async () => {
    const record = await keep();
    const fork = mined(headers.slice(0, 900), 2_001, 'cd'.repeat(32));
    const serve = (from: number, count: number) =>
      [...fork, ...headers.slice(2_001)].slice(from, from + count);
    const checkpoints = new Checkpoints(record);
    const { results } = await visit(1_000, api(headers, serve).source, {
      of: [...fork, ...headers.slice(2_001)],
      checkpoints,
    });
    expect(results.map(({ status }) => status)).toContain('failed');
  });

  it('are discarded if the node has switched to another branch, which is no lie', async () => {
    const record = await keep();
    for (const from of [TIP - 1, 4_100, 1_500]) {
      const fork = mined(headers.slice(0, from), LENGTH + 3, 'cd'.repeat(32));
      for (const height of [10, from, LENGTH + 2]) {
        const { results } = await visit(height, api(fork).source, {
          of: fork,
          checkpoints: new Checkpoints(record),
        });
        expect([from, height, said(results)]).toEqual([from, height, GOOD]);
      }
    }
  });

  it('of another network are not used', async () => {
    const record = { ...(await keep()), network: 'testnet' };
    const { source, asked } = api();
    expect(said((await visit(TIP, source, { checkpoints: new Checkpoints(record) })).results)).toEqual(GOOD);
    expect(asked[0]).toEqual([1, 2_000]);
  });

  it('stay few for a long chain', () => {
    let record: StoredCheckpoints | undefined;
    const checkpoints = new Checkpoints(undefined, (next) => (record = next));
    for (let height = 2_000; height <= 4_000_000; height += 2_000) {
      const timestamps = Array.from({ length: 11 }, () => 1_767_225_600);
      checkpoints.add({ height, id: 'ab'.repeat(32), timestamps }, devnet);
    }
    expect(checkpoints.upTo(4_000_000, devnet).at(-1)!.height).toBe(4_000_000);
    expect(JSON.stringify(record).length).toBeLessThan(150_000);
  });
});

describe('the network', () => {
  const isGoodAfter = (check: (findings: Findings) => void) => {
    const findings = new Findings();
    check(findings);
    return findings.isGood;
  };
  const isGood = (network: string, chainId: number, shown?: string) =>
    isGoodAfter((to) => checkNetwork(to, { network, chain_id: chainId }, shown));

  it('is one that has a chain, by name and chain ID', () => {
    expect(isGood('testnet', 2, 'testnet')).toBe(true);
    expect(isGood('testnet', 3, 'testnet')).toBe(false);
    expect(isGood('testnet', 2, 'devnet')).toBe(false);
    expect(isGood('mainnet', 1)).toBe(false);
    expect(isGood('foonet', 9)).toBe(false);
  });

  it('has the genesis block of the vectors, byte for byte', () => {
    const raw = hexToBytes(genesis.networks.testnet.raw);
    const isGenesis = (bytes: Uint8Array, name: 'testnet' | 'devnet') =>
      isGoodAfter((to) => checkGenesis(to, bytes, getNetwork(name)));
    expect(isGenesis(raw, 'testnet')).toBe(true);
    expect(isGenesis(raw, 'devnet')).toBe(false);
    expect(isGenesis(new Uint8Array([...raw, 0]), 'testnet')).toBe(false);
    for (const at of [0, 117, 118, raw.length - 1]) {
      const altered = raw.map((byte, index) => (index === at ? byte ^ 1 : byte));
      expect(isGenesis(altered, 'testnet')).toBe(false);
    }
  });
});
