/**
 * Preloaded into a `cairn` process: the write of its chain whose number is in `FAILING_WRITE` fails; every second of these numbers with its
 * bytes on disk. A process that changes the chain on disk after that exits with 70.
 */
import { changesChain, interceptDiskOperations } from './disk-operations.ts';

const failing = Number(process.env['FAILING_WRITE']);
let passed = 0;
interceptDiskOperations(async ({ name, run }) => {
  if (!changesChain(name)) return run();
  passed += 1;
  if (passed > failing) process.exit(70);
  if (passed < failing) return run();
  if (failing % 2 === 0) await run();
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
});
