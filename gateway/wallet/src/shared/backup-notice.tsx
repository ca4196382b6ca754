import { LinkButton, Notice } from '@cairn/ui';
import { useWallet } from '../model/context.ts';
import { hrefOf } from './route.ts';
import { t } from './texts.ts';

/**
 * True if the selected account is an own one and the user has not confirmed having written down the recovery phrase.
 */
export function useNeedsBackup(): boolean {
  const { wallet } = useWallet();
  return wallet.selected.kind === 'own' && !wallet.backedUp;
}

/** A reminder to back up the wallet, until the user has. @param props.receiving true if shown instead of an address */
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
