import { Button, Card } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A card that shows a whole transfer and asks whether to sign or send it. Nothing in it is hidden in privacy mode. */
export function DecisionCard(props: {
  title: string;
  back: { label: string; onClick: () => void };
  action: { label: string; disabled: boolean; danger?: boolean; onClick: () => void };
  /** True while the action is running. */
  busy: boolean;
  /** Everything that the signature covers, line by line. */
  facts: ComponentChildren;
  children: ComponentChildren;
}) {
  const { title, back, action, busy, facts, children } = props;
  const doublePressOver = useDoublePressOver();
  return (
    <div class="w-act-card">
      <Card
        title={title}
        flush
        footer={
          <div class="c-actions">
            <Button disabled={busy} onClick={back.onClick}>
              {back.label}
            </Button>
            <Button
              variant={action.danger ? 'danger' : 'primary'}
              busy={busy}
              disabled={action.disabled || !doublePressOver}
              onClick={action.onClick}
            >
              {action.label}
            </Button>
          </div>
        }
      >
        <div class="c-pad c-stack">{children}</div>
        {facts}
      </Card>
    </div>
  );
}

/** Maximum time between the two presses of a double click or double tap. */
const DOUBLE_PRESS_MS = 700;

/**
 * False for {@link DOUBLE_PRESS_MS} after the card appears. The second press of a double click on the previous card's
 * button must not press a button of this card, whose effect cannot be undone.
 */
function useDoublePressOver(): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), DOUBLE_PRESS_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOver;
}
