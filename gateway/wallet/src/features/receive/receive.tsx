import type { Address } from '@cairn/protocol';
import { Button, Card, CopyButton, Notice, useStore } from '@cairn/ui';
import { PAYMENT_REQUEST_LIMITS, formatPaymentRequest, parseAmountEntry } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { AmountInput } from '../../shared/amount.tsx';
import { BackupNotice, useNeedsBackup } from '../../shared/backup-notice.tsx';
import { explainAmount } from '../../shared/field-errors.ts';
import { LimitedField } from '../../shared/fields.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useAppState, useModel, useWallet } from '../../model/context.ts';
import { AddressCode, addressTitle } from './address-card.tsx';
import { t } from './texts.ts';

/** The account's address, and payment requests. */
export function Receive() {
  const { selected } = useWallet().wallet;
  const isHidden = useNeedsBackup();
  return (
    <Screen title={t('shell.receive')}>
      {selected.kind === 'watched' && <Notice tone="warn">{t('receive.watched')}</Notice>}
      {isHidden ? (
        <BackupNotice receiving />
      ) : (
        <ReceiveCard key={selected.address} address={selected.address} />
      )}
    </Screen>
  );
}

/** The address with its QR code, which an amount or a message makes a payment request (docs/PAYMENT-REQUESTS.md). */
function ReceiveCard({ address }: { address: Address }) {
  const { network, selected } = useWallet().wallet;
  const unit = useStore(useModel().settings.unit);
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState('');
  const entry = parseAmountEntry(typed, { unit });
  const empty = typed.trim() === '';
  const isRequest = entry.ok || (empty && message.trim() !== '');
  const uri = formatPaymentRequest({ address, message, ...(entry.ok && { amount: entry.pebbles }) });
  return (
    <Card title={addressTitle(selected)} actions={t('receive.network', { network })}>
      <div class="w-receive">
        <AddressCode request={isRequest ? uri : undefined} />
        <form class="c-stack" onSubmit={(event) => event.preventDefault()}>
          <div class="c-lines">
            <h3>{t('receive.request')}</h3>
            <p class="c-muted c-small">{t('receive.requestText')}</p>
          </div>
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
          {isRequest && <RequestLink uri={uri} />}
        </form>
      </div>
    </Card>
  );
}

/** The request as a link: to the explorer, which opens the payer's wallet, or for a wallet. */
function RequestLink({ uri }: { uri: string }) {
  const explorer = useAppState().config?.explorer_url;
  const link = explorer ? `${explorer}/pay#${uri}` : uri;
  return (
    <div class="c-stack c-stack--tight">
      <output class="c-sunken c-mono c-small w-link" aria-label={t('common.request')} title={link}>
        {link}
      </output>
      <div class="c-row">
        <CopyButton value={link} what={t('receive.link')} label={t('receive.copyLink')} primary />
        {link !== uri && <CopyButton value={uri} what="URI" label={t('receive.copyUri')} />}
        {'share' in navigator && (
          // Rejects if the user cancels, which needs no message.
          <Button onClick={() => void navigator.share({ text: link }).catch(() => undefined)}>
            {t('receive.share')}
          </Button>
        )}
      </div>
      {explorer && isOnlyHere(explorer) && <p class="c-muted c-small">{t('receive.onlyHere')}</p>}
    </div>
  );
}

/** Whether only this computer reaches an address. */
const isOnlyHere = (url: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(url).host);
