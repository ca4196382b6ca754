import { Checkbox } from '../../shared/fields.tsx';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { useAppState, useModel } from '../../model/context.ts';
import { t } from './texts.ts';

/** Keeps this browser, at once; nothing where the gateway lets every browser in. */
export function KeepBrowser() {
  const model = useModel();
  const kept = useAppState().config?.kept;
  const task = useTask();
  if (kept === undefined || kept === null) return null;
  const keep = (isKept: boolean): void => task.run(async () => void (await model.keepBrowser(isKept)));
  return (
    <div>
      <Checkbox label={t('keep.label')} checked={task.busy ? !kept : kept} onChange={keep} />
      <TaskFailure task={task} inline />
    </div>
  );
}
