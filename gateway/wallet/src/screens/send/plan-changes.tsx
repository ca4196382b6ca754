import { Amount, Button, Notice } from '@cairn/ui';
import type { PlanChange } from '@cairn/wallet';
import { t } from '../../messages/messages.ts';
import { Rich } from '../../messages/rich.tsx';

/** Changes since a transfer was reviewed; it has to be reviewed again before it can be signed. */
export function PlanChanges({ changes, onAgain }: { changes: readonly PlanChange[]; onAgain: () => void }) {
  return (
    <Notice
      tone="warn"
      title={t('confirm.changed_title')}
      live
      action={<Button onClick={onAgain}>{t('confirm.again')}</Button>}
    >
      {changes.map((change) => (
        <p key={change.kind}>
          <Change change={change} />
        </p>
      ))}
      <p>{t('confirm.changed_text')}</p>
    </Notice>
  );
}

function Change({ change }: { change: PlanChange }) {
  switch (change.kind) {
    case 'account':
      return <>{t('confirm.changed_account')}</>;
    case 'original_settled':
      return <>{t('confirm.changed_original')}</>;
    case 'nonce':
      return <Rich k="confirm.changed_nonce" values={{ now: change.now, planned: change.planned }} />;
    case 'spendable':
      return (
        <Rich
          k="confirm.changed_spendable"
          values={{ now: <Amount value={change.now} />, planned: <Amount value={change.planned} /> }}
        />
      );
  }
  return null;
}
