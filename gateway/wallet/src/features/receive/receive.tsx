import type { Address } from '@cairn/protocol';
import { Button, Card, CopyButton, Notice, QrCode } from '@cairn/ui';
import { PAYMENT_REQUEST_LIMITS, formatPaymentRequest, parseAmountEntry } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { AmountInput } from '../../shared/amount.tsx';
import { BackupNotice, useNeedsBackup } from '../../shared/backup-notice.tsx';
import { explainAmount } from '../../shared/field-errors.ts';
import { LimitedField } from '../../shared/fields.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useSettings, useWallet } from '../../model/context.ts';
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
  const { unit } = useSettings();
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState('');
  const entry = parseAmountEntry(typed, { unit });
  const empty = typed.trim() === '';
  const isShareable = (entry.ok || empty) && (entry.ok || message.trim() !== '');
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

function RequestLink({ uri }: { uri: string }) {
  return (
    <div class="c-center c-sunken">
      <QrCode value={uri} label={t('receive.requestQr')} />
      <output class="c-mono c-small" aria-label={t('common.request')}>
        {uri}
      </output>
      <CopyButton value={uri} what="URI" label={t('receive.copyLink')} />
      {'share' in navigator && (
        // Rejects if the user cancels, which needs no message.
        <Button wide onClick={() => void navigator.share({ text: uri }).catch(() => undefined)}>
          {t('receive.share')}
        </Button>
      )}
    </div>
  );
}
