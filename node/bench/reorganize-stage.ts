import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { concatBytes } from '@cairn/protocol';
import { MEMPOOL_POLICY } from '../src/mempool/policy.ts';
import { recordHeader } from '../src/storage/block-files.ts';
import { benchChain, BlockMaker, FEE, fullBlockTransfers, readBlocks } from './bench-chain.ts';
import { startScript, waitForEnd } from './child-process.ts';
import { NETWORK, senderAddresses, Signers, type Unsigned } from './senders.ts';
import type { Bench } from './stages.ts';
import type { Line } from './table.ts';
import { median } from './bench-run.ts';
import type { Turns } from './turns-script.ts';

/** Number of disconnected blocks, and of transfers in each block of both branches. */
const DEPTH = 6;
const TRANSFERS = 1_000;
/** Position of the winning branch's first transfer: half of the disconnected transfers are in both branches. */
const NEW_BRANCH_FROM = (DEPTH * TRANSFERS) / 2;
const REORGANIZATION_AIM = 1_000;
/** Milliseconds of a task that handles a full block, or a full mempool. */
const TURN_AIM = 300;
/** Milliseconds for a block template, from call to result. */
const TEMPLATE_AIM = 500;

/** The chain switches from 6 blocks of 1,000 transfers to 7 others, and the index follows. */
export async function benchReorganization({ runs, folders }: Bench): Promise<Line[]> {
  const { path } = await benchChain(1);
  const base = await BlockMaker.after(readBlocks(path).slice(0, 2));
  const folder = folders.make();
  const signers = new Signers();
  const oldBranch = join(folder, 'old');
  const newBranch = join(folder, 'new');
  await writeBranch(oldBranch, base.fork(), 0, DEPTH, signers);
  await writeBranch(newBranch, base.fork(), NEW_BRANCH_FROM, DEPTH + 1, signers);
  await signers.close();
  const measured: Record<'chain' | 'index', number>[] = [];
  let peak = 0;
  for (let run = 0; run < runs; run += 1) {
    const { output, peakMiB } = await waitForEnd(
      startScript('reorganize-script.ts', [path, oldBranch, newBranch]),
    );
    measured.push(JSON.parse(output) as (typeof measured)[number]);
    peak = Math.max(peak, peakMiB);
  }
  const line = (name: string, milliseconds: number): Line => ({
    name,
    figure: `${Math.round(milliseconds)} ms`,
    against: `≤ ${REORGANIZATION_AIM.toLocaleString('en')} ms`,
    peakMiB: peak,
    met: milliseconds <= REORGANIZATION_AIM,
  });
  return [
    line(`reorganize ${DEPTH} blocks of 1,000 transfers`, median(measured.map(({ chain }) => chain))),
    line('  with the index', median(measured.map(({ index }) => index))),
  ];
}

/** Processor time of the longest turn of the event loop, and the time for a block template, with a full mempool. */
export async function benchTurns({ runs, folders }: Bench): Promise<Line[]> {
  const { path } = await benchChain(1);
  const file = join(folders.make(), 'transfers');
  const signers = new Signers();
  const transfers = fullBlockTransfers(senderAddresses(), 1).slice(0, MEMPOOL_POLICY.pendingInAll);
  writeFileSync(file, await signers.sign(transfers, 'senders'));
  await signers.close();
  const measured: Turns[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { output } = await waitForEnd(startScript('turns-script.ts', [path, file]));
    measured.push(JSON.parse(output) as Turns);
  }
  const template = median(measured.map((one) => one.template));
  const turns = Object.keys(measured[0]!.longest).map((name) => {
    const longest = median(measured.map((one) => one.longest[name]!));
    return {
      name: `longest turn: ${name}`,
      figure: `${Math.round(longest)} ms`,
      against: `< ${TURN_AIM} ms of processor time, 20,000 pending`,
      met: longest < TURN_AIM,
    };
  });
  return [
    ...turns,
    {
      name: 'block template',
      figure: `${Math.round(template)} ms`,
      against: `≤ ${TEMPLATE_AIM} ms, 20,000 pending`,
      met: template <= TEMPLATE_AIM,
    },
  ];
}

/** Writes consecutive blocks of transfers. @param from position of the first transfer */
async function writeBranch(
  file: string,
  maker: BlockMaker,
  from: number,
  blocks: number,
  signers: Signers,
): Promise<void> {
  const all: Unsigned[] = fullBlockTransfers(senderAddresses(), 0);
  const records: Uint8Array[] = [];
  for (let count = 0; count < blocks; count += 1) {
    const start = from + count * TRANSFERS;
    const signed = await signers.sign(all.slice(start, start + TRANSFERS), 'senders');
    const block = await maker.next(signed, FEE * BigInt(TRANSFERS));
    records.push(recordHeader(NETWORK, block.length), block);
  }
  writeFileSync(file, concatBytes(...records));
}
