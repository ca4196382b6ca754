import { Button } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { TaskFailure, useFocusOnChange, useTask } from './form.tsx';
import { t } from './texts.ts';

/** A button for what cannot be undone: it unfolds into a question, and only the answer runs the task. */
export function AskButton(props: {
  label: string;
  question: string;
  /** What the task does. */
  text: string;
  /** Text of the button that runs the task. */
  confirm: string;
  disabled?: boolean;
  run: () => Promise<void>;
}) {
  const { label, question, text, confirm, disabled = false, run } = props;
  const task = useTask();
  const [asked, setAsked] = useState(false);
  const container = useFocusOnChange(asked);
  if (!asked) {
    return (
      <div ref={container}>
        <Button size="sm" disabled={disabled} onClick={() => setAsked(true)}>
          {label}
        </Button>
      </div>
    );
  }
  return (
    <div class="c-lines" role="group" aria-label={question} ref={container}>
      <p>
        <strong>{question}</strong> {text}
      </p>
      <div class="c-row">
        <Button size="sm" disabled={task.busy} onClick={() => setAsked(false)}>
          {t('common.keep')}
        </Button>
        <Button variant="danger" size="sm" busy={task.busy} disabled={disabled} onClick={() => task.run(run)}>
          {confirm}
        </Button>
      </div>
      <TaskFailure task={task} inline />
    </div>
  );
}
