/**
 * The process that is killed: opens a data directory, does one operation after another, and says each once it is
 * acknowledged. Its only argument is a {@link ChildTask} as JSON; its lines are read by `child-process.ts`.
 */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { ChildTask } from './child-process.ts';
import { arm } from './injection.ts';
import { openLedger, SMALL_BLOCK_FILE } from './ledger.ts';
import { nextOperation, perform } from './operations.ts';

/** Straight into the pipe: nothing of it waits in this process when it dies. */
const say = (line: string): void => void writeSync(1, `${line}\n`);

flushCompileCache(); // a killed process never comes to do it by itself
const task = JSON.parse(process.argv[2]!) as ChildTask;
const { path, workload, projected, seed, injection } = task;
const { enter, onCommitStep } = arm(injection, say);
say('opening');
enter('opening');
const pending = workload === 'pending';
const ledger = await openLedger({
  path,
  pending,
  projected,
  maxBlockFileSize: SMALL_BLOCK_FILE,
  onCommitStep,
});
say('opened');
for (let index = task.from; index < task.until; index += 1) {
  const operation = nextOperation(ledger, workload, seed, index);
  say(`begin ${operation.kind}`);
  enter(operation.kind);
  await perform(ledger, operation);
  say(`acknowledged ${ledger.chain.tip()?.height}`);
}
enter('closing');
await ledger.close();
say('ended');
