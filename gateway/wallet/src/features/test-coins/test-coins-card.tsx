import { Button, Card } from '@cairn/ui';
import { useWallet } from '../../model/context.ts';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { mayGetTestCoins, TEST_COINS } from '../../model/test-coins.ts';
import { t } from './texts.ts';

/** Card with a button that gets test coins for an empty own account on devnet; nothing for other accounts. */
export function TestCoinsCard() {
  const { model, state, wallet } = useWallet();
  const task = useTask();
  if (!mayGetTestCoins(state)) return null;
  if (state.testCoins?.address === wallet.selected.address) {
    return (
      <Card title={t('coins.title')}>
        <p role="status">{t('coins.sent', { amount: TEST_COINS })}</p>
      </Card>
    );
  }
  return (
    <Card title={t('coins.title')}>
      <div class="c-stack">
        <p class="c-muted">{t('coins.text')}</p>
        <div class="c-row">
          <Button busy={task.busy} onClick={() => task.run(() => model.getTestCoins())}>
            {t('coins.get', { amount: TEST_COINS })}
          </Button>
        </div>
        <TaskFailure task={task} title={t('coins.failed')} />
      </div>
    </Card>
  );
}
