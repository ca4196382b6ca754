import { Notice } from '@cairn/ui';
import type { Task } from '../lib/use-task.ts';
import { describeFailure } from '../lib/words.ts';

/** What the last run of a task failed with, in words; nothing when it did not. */
export function TaskFailure({ task, title }: { task: Pick<Task, 'error'>; title?: string }) {
  if (task.error === undefined) return null;
  return (
    <Notice tone="error" title={title} live>
      {describeFailure(task.error)}
    </Notice>
  );
}
