/**
 * The process to kill: opens a data directory, performs one operation after another, and reports each acknowledgement.
 * Its only argument is the path of a {@link ChildTask} as JSON; `child-process.ts` reads its lines.
 */
import { readFileSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { ChildTask } from './child-process.ts';
import { armInjection } from './injection.ts';
import { perform } from './script.ts';
import { openStores, type Stores } from './stores.ts';

/** Writes synchronously into the pipe, so that no line is lost when the process dies. */
const say = (line: string): void => void writeSync(1, `${line}\n`);

flushCompileCache(); // Node would do this at a normal exit
const { options, operations, injection } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as ChildTask;
const { enter, onCommitStep } = armInjection(injection, say);
const failed = Promise.withResolvers<never>();
failed.promise.catch(() => undefined);
let stores: Stores | undefined;
try {
  say('opening');
  enter('opening');
  const onFatal = (error: Error): void => {
    say('fatal');
    failed.reject(error);
  };
  stores = await openStores({ ...options, onCommitStep, onFatal });
  say('opened');
  for (const operation of operations) {
    say(`begin ${operation.kind}`);
    enter(operation.kind);
    await Promise.race([perform(stores, operation), failed.promise]);
    say(`acknowledged ${stores.chain.tip().id}`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}
await stores?.close();
