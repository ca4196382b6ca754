/**
 * The process to kill: opens a data directory, performs one operation after another, and reports each acknowledgement.
 * Its only argument is a {@link ChildTask} as JSON; `child-process.ts` reads its lines.
 */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { ChildTask } from './child-process.ts';
import { armInjection } from './injection.ts';
import { openStores, SMALL_BLOCK_FILE } from './stores.ts';
import { nextOperation, perform } from './operations.ts';

/** Writes synchronously into the pipe, so that no line is lost when the process dies. */
const say = (line: string): void => void writeSync(1, `${line}\n`);

flushCompileCache(); // Node would do this at a normal exit
const task = JSON.parse(process.argv[2]!) as ChildTask;
const { path, workload, projected, seed, injection } = task;
const { enter, onCommitStep } = armInjection(injection, say);
say('opening');
enter('opening');
const pending = workload === 'pending';
const stores = await openStores({
  path,
  pending,
  projected,
  maxBlockFileSize: SMALL_BLOCK_FILE,
  onCommitStep,
});
say('opened');
for (let index = task.from; index < task.until; index += 1) {
  const operation = nextOperation(stores, workload, seed, index);
  say(`begin ${operation.kind}`);
  enter(operation.kind);
  await perform(stores, operation);
  say(`acknowledged ${stores.chain.tip().height}`);
}
enter('closing');
await stores.close();
say('ended');
