import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchChain, fullBlockTransfers } from './bench-chain.ts';
import { startCairn, startNode, startScript, waitForEnd } from './child-process.ts';
import { senderAddresses, Signers } from './senders.ts';
import { measureVerification } from './ceilings.ts';
import { rateLine, tokenOf, type Bench, type Rate } from './stages.ts';
import type { Line } from './table.ts';

/** The transfers of two blocks take about ten seconds. */
const BLOCKS = 2;
const CONNECTIONS = 128;
const MINE_SECONDS = 2;

/** Transfers submitted over the RPC while blocks are mined, against bare verification in one thread. */
export async function benchSubmission({ runs, folders }: Bench): Promise<Line[]> {
  const file = join(folders.make(), 'transfers');
  await writeTransfers(file);
  const chain = await benchChain(1); // contains one block of transfers
  const rates: Rate[] = [];
  let peak = 0;
  for (let run = 0; run < runs; run += 1) {
    const directory = folders.make();
    const ceiling = await measureVerification(1);
    const argv = ['import', '--network', 'devnet', '--data-dir', directory, chain.path];
    await waitForEnd(startCairn(argv));
    const mining = ['--mine', '--mine-interval', String(MINE_SECONDS)];
    const node = await startNode(directory, ['--no-p2p', ...mining]);
    rates.push({ rate: await submitAll(node.rpc, tokenOf(directory), file), ceiling });
    peak = Math.max(peak, node.peakMiB());
    await node.stop();
    folders.remove(directory);
  }
  return [rateLine('submit over the RPC while mining', rates, 0.5, peak, '1 × libsecp256k1')];
}

/** @returns accepted transfers a second */
async function submitAll(url: string, token: string, file: string): Promise<number> {
  const load = startScript('submit-script.ts', [url, token, file, String(CONNECTIONS)]);
  const { output } = await waitForEnd(load);
  const { accepted, refused, seconds } = JSON.parse(output) as Record<string, number>;
  if (refused! > 0) throw new Error(`${refused} of the transfers were refused`);
  return accepted! / seconds!;
}

/** The transfers that follow those of the bench chain with one full block. */
async function writeTransfers(file: string): Promise<void> {
  const addresses = senderAddresses();
  const signers = new Signers();
  const parts: Uint8Array[] = [];
  for (let block = 1; block <= BLOCKS; block += 1) {
    parts.push(await signers.sign(fullBlockTransfers(addresses, block), 'senders'));
  }
  await signers.close();
  writeFileSync(file, Buffer.concat(parts));
}
