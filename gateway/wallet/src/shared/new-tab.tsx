import { t } from './texts.ts';
import { WalletIcon } from './wallet-icon.tsx';

/** A link that leaves the wallet open in its tab. */
export function NewTab({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text} <WalletIcon name="external" />
      <span class="c-visually-hidden"> {t('common.opensNewTab')}</span>
    </a>
  );
}
