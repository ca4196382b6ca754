import { Notice } from '@cairn/ui';
import type { Task } from '../lib/use-task.ts';
import { describeFailure } from '../lib/words.ts';

/** Error of the last run of a task, in words; nothing if it succeeded. */
export function TaskFailure({ task, title }: { task: Pick<Task, 'error'>; title?: string }) {
  if (task.error === undefined) return null;
  return (
    <Notice tone="error" title={title} live>
      {describeFailure(task.error)}
    </Notice>
  );
}
