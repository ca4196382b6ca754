import { Button, Notice } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../../shared/forget-wallet.tsx';
import { Screen } from '../../shared/screen.tsx';
import { t } from './texts.ts';

/**
 * Screen for a stored wallet that this page cannot read. Nothing is overwritten or deleted without the user’s choice.
 */
export function Unusable({ code }: { code: string }) {
  const [forgetting, setForgetting] = useState(false);
  const storageFailed = code === 'storage_unavailable';
  const kind = storageFailed ? 'storage' : 'contents';
  return (
    <Screen title={t('unusable.title')} width="narrow">
      {forgetting ? (
        <ForgetWallet onCancel={() => setForgetting(false)} />
      ) : (
        <Notice
          tone="error"
          title={t(`unusable.${kind}`)}
          action={
            <>
              <Button onClick={() => location.reload()}>{t('unusable.reload')}</Button>
              {!storageFailed && (
                <Button variant="ghost" onClick={() => setForgetting(true)}>
                  {t('unusable.remove')}
                </Button>
              )}
            </>
          }
        >
          {t(`unusable.${kind}Text`)}
        </Notice>
      )}
    </Screen>
  );
}
