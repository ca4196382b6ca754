import { Button, Notice } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../../shared/forget-wallet.tsx';
import { Screen } from '../../shared/screen.tsx';
import { t } from './texts.ts';

type Kind = 'newer' | 'unsupported' | 'damaged' | 'storage';

const KINDS: Readonly<Record<string, Kind>> = {
  vault_newer: 'newer',
  vault_unsupported: 'unsupported',
  storage_unavailable: 'storage',
};

/**
 * Screen for a stored wallet that this page cannot read. Nothing is overwritten or deleted without the user’s choice.
 */
export function Unusable({ code }: { code: string }) {
  const [forgetting, setForgetting] = useState(false);
  const kind = KINDS[code] ?? 'damaged';
  return (
    <Screen title={t('unusable.title')} width="narrow">
      {forgetting ? (
        <ForgetWallet onCancel={() => setForgetting(false)} />
      ) : (
        <Notice
          tone="error"
          title={t(`unusable.${kind}`)}
          action={<UnusableActions kind={kind} onForget={() => setForgetting(true)} />}
        >
          {t(`unusable.${kind}Text`)}
        </Notice>
      )}
    </Screen>
  );
}

/** Offers to reload unless the data is damaged, and to delete unless only the storage cannot be reached. */
function UnusableActions({ kind, onForget }: { kind: Kind; onForget: () => void }) {
  return (
    <>
      {kind !== 'damaged' && <Button onClick={() => location.reload()}>{t('unusable.reload')}</Button>}
      {kind !== 'storage' && (
        <Button variant={kind === 'damaged' ? 'secondary' : 'ghost'} onClick={onForget}>
          {t('unusable.remove')}
        </Button>
      )}
    </>
  );
}
