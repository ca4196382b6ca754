import { Card, Notice } from '@cairn/ui';
import type { TransactionBody } from '@cairn/protocol';
import { checkRecipient, parsePaymentRequest, readTransferCode, type SignedTransfer } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { CodeScanner } from './code-scanner.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useWallet } from '../../wallet/context.ts';
import { goTo, useScreenReselected } from '../../shared/route.ts';
import { SignTransfer, SubmitTransfer } from './scanned-transfer.tsx';
import { t } from './texts.ts';

/** A transfer read from a code. */
type Transfer =
  | { readonly kind: 'unsigned'; readonly body: TransactionBody }
  | { readonly kind: 'signed'; readonly transfer: SignedTransfer };

interface Refusal {
  readonly title: string;
  readonly text: string;
}

/**
 * Reads a QR code. An address or a payment request fills in the send form; an unsigned transfer can be signed, a signed
 * one sent.
 */
export function Scan() {
  const { model, wallet } = useWallet();
  const [transfer, setTransfer] = useState<Transfer | undefined>(undefined);
  const [refusal, setRefusal] = useState<Refusal | undefined>(undefined);
  const again = (): void => {
    setTransfer(undefined);
    setRefusal(undefined);
  };
  useScreenReselected(again);
  const read = (text: string): void => {
    again();
    if (parsePaymentRequest(text).kind !== 'other' || checkRecipient(text, wallet.network).ok) {
      model.choosePayee(text.trim());
      return goTo('send');
    }
    const code = readTransferCode(text, wallet.network);
    if (code.kind === 'other') setRefusal({ title: t('scan.other'), text: t('scan.other_text') });
    else if (code.kind === 'invalid') {
      const why = t(`scan.invalid_${code.problem}`, { wallet: wallet.network });
      setRefusal({ title: t('scan.refused'), text: why });
    } else setTransfer(code);
  };
  return (
    <Screen title={t('shell.scan')} width="narrow" key={transfer?.kind}>
      {refusal !== undefined && (
        <Notice tone="error" title={refusal.title} live>
          {refusal.text}
        </Notice>
      )}
      {transfer === undefined && (
        <Card title={t('scan.card')}>
          <div class="c-stack">
            <p class="c-muted">{t('scan.text')}</p>
            <CodeScanner onText={read} />
          </div>
        </Card>
      )}
      {transfer?.kind === 'unsigned' && <SignTransfer body={transfer.body} onAgain={again} />}
      {transfer?.kind === 'signed' && <SubmitTransfer transfer={transfer.transfer} onAgain={again} />}
    </Screen>
  );
}
