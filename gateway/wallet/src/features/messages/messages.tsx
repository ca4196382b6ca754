import {
  formatSignedMessage,
  MAX_MESSAGE_SIZE,
  parseSignedMessage,
  ProtocolError,
  verifyMessage,
  type SignedMessage,
} from '@cairn/protocol';
import { Button, Card, CopyButton, Notice, TextField } from '@cairn/ui';
import { useMemo, useState } from 'preact/hooks';
import { accountName, nameOfAddress } from '../../shared/names.ts';
import { AddressGroups } from '../../shared/address.tsx';
import { Form } from '../../shared/form.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** Signs messages with the key of the selected account, and verifies signed messages. */
export function Messages() {
  const { wallet } = useWallet();
  return (
    <Screen title={t('shell.messages')} width="narrow">
      <SignCard key={wallet.selected.address} />
      <VerifyCard />
    </Screen>
  );
}

function SignCard() {
  const { model, wallet } = useWallet();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [signed, setSigned] = useState<string | undefined>(undefined);
  const account = accountName(wallet.selected);
  if (wallet.selected.kind === 'watched') {
    return (
      <Card title={t('messages.sign')}>
        <p class="c-muted">{t('messages.watched')}</p>
      </Card>
    );
  }
  const sign = (): boolean => {
    try {
      setSigned(formatSignedMessage(model.vault.signMessage(text)));
      return true;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      setProblem(text === '' ? t('messages.empty') : t('messages.long', { count: MAX_MESSAGE_SIZE }));
      return false;
    }
  };
  const change = (typed: string): void => {
    setText(typed);
    setProblem(undefined);
    setSigned(undefined);
  };
  return (
    <Card title={t('messages.sign')} actions={<span>{account}</span>}>
      <Form onSubmit={sign}>
        <p class="c-muted">{t('messages.sign_text', { account })}</p>
        <TextField
          label={t('common.message')}
          rows={4}
          value={text}
          hint={t('messages.sign_warning')}
          error={problem}
          onInput={change}
        />
        <div class="c-row">
          <Button variant="primary" type="submit">
            {t('common.sign')}
          </Button>
        </div>
        {signed !== undefined && (
          <div class="c-stack" role="status">
            <pre class="c-sunken c-mono c-small w-block" aria-label={t('messages.signed')} tabIndex={0}>
              {signed}
            </pre>
            <p class="c-small c-muted">{t('messages.signed_text')}</p>
            <CopyButton value={signed} what={t('messages.signed')} label={t('messages.copy')} primary />
          </div>
        )}
      </Form>
    </Card>
  );
}

function VerifyCard() {
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<SignedMessage | 'unreadable' | undefined>(undefined);
  const verify = (): boolean => {
    const signed = parseSignedMessage(text);
    setChecked(signed ?? 'unreadable');
    return signed !== undefined;
  };
  const change = (typed: string): void => {
    setText(typed);
    setChecked(undefined);
  };
  return (
    <Card title={t('messages.verify')}>
      <Form onSubmit={verify}>
        <TextField
          label={t('messages.block')}
          rows={6}
          mono
          value={text}
          hint={t('messages.verify_text')}
          error={checked === 'unreadable' ? t('messages.unreadable') : undefined}
          onInput={change}
        />
        <div class="c-row">
          <Button type="submit">{t('messages.verify_button')}</Button>
        </div>
        {typeof checked === 'object' && <Verdict signed={checked} />}
      </Form>
    </Card>
  );
}

function Verdict({ signed }: { signed: SignedMessage }) {
  const { wallet } = useWallet();
  const isValid = useMemo(() => verifyMessage(signed), [signed]);
  if (!isValid) {
    return (
      <Notice tone="error" title={t('messages.invalid')} live>
        {t('messages.invalid_text')}
      </Notice>
    );
  }
  const name = nameOfAddress(wallet, signed.address);
  return (
    <Notice tone="success" title={t('messages.valid')} live>
      <p>
        {t('messages.by')} {name !== undefined && <strong>{name} </strong>}
        <AddressGroups address={signed.address} />
      </p>
      <p>{t('messages.valid_text')}</p>
      <pre class="c-sunken c-mono c-small w-block">{signed.message}</pre>
    </Notice>
  );
}
