import type { TransactionId } from '@cairn/protocol';
import { useAppState } from '../../wallet/context.ts';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { t } from './texts.ts';

/**
 * Links to a transaction in the explorer, and for a confirmed one to its proof, which the explorer hands on: the page opens with
 * that menu. Nothing if the gateway has no explorer configured.
 */
export function ExplorerLink({ id, pending }: { id: TransactionId; pending: boolean }) {
  const explorerUrl = useAppState().config?.explorer_url;
  if (!explorerUrl) return null;
  const page = `${explorerUrl}/transactions/${id}`;
  return (
    <span class="c-row">
      {!pending && <NewTab href={`${page}#share`} text={t('tx.share')} />}
      <NewTab href={page} text={t(pending ? 'tx.follow' : 'tx.explorer')} />
    </span>
  );
}

function NewTab({ href, text }: { href: string; text: string }) {
  return (
    <a class="w-external" href={href} target="_blank" rel="noopener noreferrer">
      {text} <WalletIcon name="external" />
      <span class="c-visually-hidden"> {t('common.opensNewTab')}</span>
    </a>
  );
}
