import { Button, Notice } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useFocusOnChange } from '../../shared/form.tsx';

/** A row of the settings: its name, what it means, and its control beside them. */
export function Row(props: { title: string; text?: ComponentChildren; children: ComponentChildren }) {
  const { title, text, children } = props;
  return (
    <div class="c-row c-row--between w-setting">
      <div class="c-lines">
        <h3 class="c-strong">{title}</h3>
        {text !== undefined && <p class="c-muted c-small">{text}</p>}
      </div>
      {children}
    </div>
  );
}

/** A row with a button, below which a form (`children`) unfolds, and then the form's result. */
export function FormRow(props: {
  title: string;
  text: ComponentChildren;
  action: string;
  /** Accessible name of the button, if its text is not enough. */
  label?: string;
  result?: string;
  children: (close: (done: boolean) => void) => ComponentChildren;
}) {
  const { title, text, action, label, result, children } = props;
  const [state, setState] = useState<'closed' | 'open' | 'done'>('closed');
  const isOpen = state === 'open';
  return (
    <div class="c-stack" ref={useFocusOnChange(isOpen)}>
      <Row title={title} text={text}>
        {!isOpen && (
          <Button size="sm" label={label} onClick={() => setState('open')}>
            {action}
          </Button>
        )}
      </Row>
      {isOpen && children((done) => setState(done ? 'done' : 'closed'))}
      {state === 'done' && (
        <Notice tone="success" live>
          {result}
        </Notice>
      )}
    </div>
  );
}
