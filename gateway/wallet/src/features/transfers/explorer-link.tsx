import type { TransactionId } from '@cairn/protocol';
import { useAppState } from '../../wallet/context.ts';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { t } from './texts.ts';

/** Link to a confirmed or pending transaction in the explorer; nothing if the gateway has no explorer configured. */
export function ExplorerLink({ id, pending }: { id: TransactionId; pending: boolean }) {
  const explorerUrl = useAppState().config?.explorer_url;
  if (!explorerUrl) return null;
  return (
    <a href={`${explorerUrl}/transactions/${id}`} target="_blank" rel="noopener noreferrer">
      {t(pending ? 'tx.follow' : 'tx.explorer')} <WalletIcon name="external" />
      <span class="c-visually-hidden"> {t('common.opensNewTab')}</span>
    </a>
  );
}
