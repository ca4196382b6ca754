/** For tests only: devnet control of a real chain, mempool and projection. */
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type DevnetClock, DevnetControl, ServedChain } from '@cairn/chain/devnet';
import { openDevnetClock } from '../home/devnet-clock-file.ts';
import { openTestChain } from '../home/test-support.ts';
import { ACCOUNTS, findNonce } from '@cairn/chain/test-support';
import { Mempool } from '@cairn/chain/mempool';
import { MiningLoop } from '@cairn/chain/miner';
import { startTestProjection } from '../projection/test-support.ts';
import { runtime } from '../home/runtime.ts';
import { levelFolder } from '../home/level-folder.ts';

const SILENT = pino({ level: 'silent' });

/** A control whose mining is manual. @param whenOver registers how it is closed: by default, when the test ends */
export async function openTestControl(whenOver: (close: () => Promise<void>) => unknown = onTestFinished) {
  let clock: DevnetClock | undefined;
  const seconds = (): number => clock?.seconds() ?? Math.floor(Date.now() / 1_000);
  const testChain = await openTestChain({ clock: seconds });
  const { chain, dataDirectory } = testChain;
  clock = openDevnetClock(dataDirectory.devnetClock);
  const mempool = await Mempool.open({
    chain,
    place: levelFolder(dataDirectory.mempool),
    clock: clock.now,
    runtime,
    logger: SILENT,
  });
  const served = new ServedChain(chain);
  const { projection } = startTestProjection(testChain);
  const mining = new MiningLoop(
    {
      chain,
      mempool,
      // A search in this thread: the first block takes a tenth of a second less.
      proofs: { find: (header) => Promise.resolve(findNonce(header)) },
      clock: clock.now,
      runtime,
      logger: SILENT,
    },
    { to: ACCOUNTS[9]!.address, pace: undefined },
  );
  const control = new DevnetControl({
    chain,
    served,
    mempool,
    mining,
    clock,
    projection,
    runtime,
    logger: SILENT,
  });
  whenOver(async () => {
    await control.close();
    await mining.close();
    await projection.close();
    await mempool.close();
    await testChain.remove();
  });
  return { control, chain, mempool, projection, clock, dataDirectory };
}
