import { Button, Card } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A card that shows a whole transfer and asks whether to sign or send it. Nothing in it is hidden in privacy mode. */
export function DecisionCard(props: {
  title: string;
  back: { label: string; onClick: () => void };
  action: { label: string; disabled: boolean; danger?: boolean; onClick: () => void };
  /** The action is running. */
  busy: boolean;
  /** Everything that the signature covers, line by line. */
  facts: ComponentChildren;
  children: ComponentChildren;
}) {
  const { title, back, action, busy, facts, children } = props;
  const settled = useSettled();
  return (
    <div class="w-act-card">
      <Card
        title={title}
        flush
        footer={
          <div class="w-actions">
            <Button disabled={busy} onClick={back.onClick}>
              {back.label}
            </Button>
            <Button
              variant={action.danger ? 'danger' : 'primary'}
              busy={busy}
              disabled={action.disabled || !settled}
              onClick={action.onClick}
            >
              {action.label}
            </Button>
          </div>
        }
      >
        <div class="w-pad c-stack">{children}</div>
        {facts}
      </Card>
    </div>
  );
}

/** The second press of a double click or tap comes within this time. */
const DOUBLE_PRESS_MS = 700;

/**
 * False for a moment: the second press of a double click on the button that was at this place before must not press one
 * whose effect cannot be undone.
 */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), DOUBLE_PRESS_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
