import { formatSignedMessage, MAX_MESSAGE_SIZE, ProtocolError } from '@cairn/protocol';
import { Button, Card, CopyButton, TextField } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { accountName } from '../../shared/names.ts';
import { Form } from '../../shared/form.tsx';
import { NewTab } from '../../shared/new-tab.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** Signs messages with the key of the selected account. The explorer verifies them. */
export function Messages() {
  const { wallet, state } = useWallet();
  const explorer = state.config?.explorer_url;
  return (
    <Screen title={t('shell.messages')} width="narrow">
      <Card title={t('messages.sign')} actions={<span>{accountName(wallet.selected)}</span>}>
        {wallet.selected.kind === 'own' ? (
          <SignForm key={wallet.selected.address} />
        ) : (
          <p class="c-muted">{t('messages.watched')}</p>
        )}
      </Card>
      {explorer && (
        <Card title={t('messages.check')}>
          <div class="c-lines">
            <p class="c-muted">{t('messages.check_text')}</p>
            <p>
              <NewTab href={`${explorer}/verify`} text={t('messages.verify')} />
            </p>
          </div>
        </Card>
      )}
    </Screen>
  );
}

function SignForm() {
  const { model, wallet } = useWallet();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [signed, setSigned] = useState<string | undefined>(undefined);
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
    <Form onSubmit={sign}>
      <p class="c-muted">{t('messages.sign_text', { account: accountName(wallet.selected) })}</p>
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
          <pre class="c-sunken c-mono w-block" aria-label={t('messages.signed')} tabIndex={0}>
            {signed}
          </pre>
          <p class="c-small c-muted">{t('messages.signed_text')}</p>
          <CopyButton value={signed} what={t('messages.signed')} label={t('messages.copy')} primary />
        </div>
      )}
    </Form>
  );
}
