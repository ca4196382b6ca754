import { LinkButton, Notice } from '@cairn/ui';
import { useWallet } from '../lib/context.ts';
import { hrefOf } from '../lib/route.ts';
import { t } from '../messages/messages.ts';

/** Whether the selected account should not receive coins yet, because its phrase is not confirmed as written down. */
export function useNeedsBackup(): boolean {
  const { wallet } = useWallet();
  return wallet.selected.kind === 'own' && !wallet.backedUp;
}

/** A reminder to back the wallet up, until that is confirmed. @param props.receiving the notice replaces an address */
export function BackupNotice({ receiving = false }: { receiving?: boolean }) {
  if (!useNeedsBackup()) return null;
  return (
    <Notice
      tone="warn"
      title={t('backup.needed')}
      action={
        <LinkButton variant="primary" size="sm" href={hrefOf('backup')}>
          {t('backup.start')}
        </LinkButton>
      }
    >
      {t(receiving ? 'backup.receiveText' : 'backup.neededText')}
    </Notice>
  );
}
