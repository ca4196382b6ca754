import type { Address } from '@cairn/protocol';
import { Button, Card, CopyButton, Notice, QrCode, useStore } from '@cairn/ui';
import { PAYMENT_REQUEST_LIMITS, formatPaymentRequest, parseAmountEntry } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { AmountInput } from '../../shared/amount.tsx';
import { BackupNotice, useNeedsBackup } from '../../shared/backup-notice.tsx';
import { explainAmount } from '../../shared/field-errors.ts';
import { LimitedField } from '../../shared/fields.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useAppState, useModel, useWallet } from '../../model/context.ts';
import { AddressCard } from './address-card.tsx';
import { t } from './texts.ts';

/** The account's address, and payment requests. */
export function Receive() {
  const { wallet } = useWallet();
  const { selected, network } = wallet;
  const { address } = selected;
  if (useNeedsBackup()) {
    return (
      <Screen title={t('shell.receive')}>
        <BackupNotice receiving />
      </Screen>
    );
  }
  return (
    <Screen title={t('shell.receive')}>
      {selected.kind === 'watched' && <Notice tone="warn">{t('receive.watched')}</Notice>}
      <div class="w-columns w-columns--even">
        <AddressCard>
          <p class="c-muted c-small">{t('receive.network', { network })}</p>
        </AddressCard>
        <RequestCard key={address} address={address} />
      </div>
    </Screen>
  );
}

/** A payment request as link and QR code (docs/PAYMENT-REQUESTS.md). */
export function RequestCard({ address }: { address: Address }) {
  const unit = useStore(useModel().settings.unit);
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState('');
  const entry = parseAmountEntry(typed, { unit });
  const empty = typed.trim() === '';
  const isShareable = entry.ok || (empty && message.trim() !== '');
  const uri = formatPaymentRequest({ address, message, ...(entry.ok && { amount: entry.pebbles }) });
  return (
    <Card title={t('receive.request')}>
      <div class="c-stack">
        <p class="c-muted c-small">{t('receive.requestText')}</p>
        <AmountInput
          label={t('common.amount')}
          unit={unit}
          value={typed}
          error={entry.ok || empty ? undefined : explainAmount(entry.problem)}
          onInput={setTyped}
        />
        <LimitedField
          label={t('common.message')}
          value={message}
          hint={t('receive.messageHint')}
          maxLength={PAYMENT_REQUEST_LIMITS.message}
          onInput={setMessage}
        />
        {isShareable && <RequestLink uri={uri} />}
      </div>
    </Card>
  );
}

/** The request as a QR code, and as a link: to the explorer, which opens the payer's wallet, or for a wallet. */
function RequestLink({ uri }: { uri: string }) {
  const explorer = useAppState().config?.explorer_url;
  const link = explorer ? `${explorer}/pay#${uri}` : uri;
  return (
    <div class="c-center c-sunken w-request">
      <QrCode value={uri} label={t('receive.requestQr')} />
      <output class="c-mono c-small" aria-label={t('common.request')}>
        {link}
      </output>
      <CopyButton value={link} what={t('receive.link')} label={t('receive.copyLink')} primary />
      {link !== uri && <CopyButton value={uri} what="URI" label={t('receive.copyUri')} />}
      {'share' in navigator && (
        // Rejects if the user cancels, which needs no message.
        <Button wide onClick={() => void navigator.share({ text: link }).catch(() => undefined)}>
          {t('receive.share')}
        </Button>
      )}
      {explorer && isOnlyHere(explorer) && <p class="c-muted c-small">{t('receive.onlyHere')}</p>}
    </div>
  );
}

/** Whether only this computer reaches an address. */
const isOnlyHere = (url: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(url).host);
