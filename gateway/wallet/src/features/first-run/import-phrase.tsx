import type { NetworkName } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { Button, Notice, TextField } from '@cairn/ui';
import { checkMnemonic, type MnemonicCheck } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { Form } from '../../shared/form.tsx';
import { Screen } from '../../shared/screen.tsx';
import type { ChosenPhrase } from './choose-password.tsx';
import { PhraseFeedback, replaceWord } from './phrase-feedback.tsx';
import { t } from './texts.ts';

const DEVELOPMENT_ACCOUNTS = 10;

/** Imports a recovery phrase, checked word by word. An imported phrase counts as backed up. */
export function ImportPhrase(props: {
  network: NetworkName;
  onBack: () => void;
  onDone: (phrase: ChosenPhrase) => void;
}) {
  const { network, onBack, onDone } = props;
  const [text, setText] = useState('');
  const [strict, setStrict] = useState(false);
  const check = checkMnemonic(text);
  const isDevelopment = check.state === 'valid' && check.mnemonic === DEVELOPMENT_MNEMONIC;
  const submit = (): boolean => {
    setStrict(true);
    if (check.state !== 'valid') return false;
    onDone(describePhrase(check.mnemonic, isDevelopment && network === 'devnet'));
    return true;
  };
  return (
    <Screen title={t('import.title')} width="narrow">
      <p class="c-faint c-small">{t('step.of', { step: 1, steps: 2 })}</p>
      <Form onSubmit={submit}>
        <TextField
          label={t('import.label')}
          rows={3}
          mono
          value={text}
          hint={check.state === 'empty' ? t('import.hint') : undefined}
          error={strict && isUnfinished(check) ? t('import.incomplete') : undefined}
          onInput={setText}
        />
        <PhraseFeedback check={check} onReplace={(index, word) => setText(replaceWord(text, index, word))} />
        {network === 'devnet' && (
          <DevelopmentHint chosen={isDevelopment} onUse={() => setText(DEVELOPMENT_MNEMONIC)} />
        )}
        <p class="c-faint c-small">{t('import.discovery', { network })}</p>
        <div class="c-actions">
          <Button onClick={onBack}>{t('step.back')}</Button>
          <Button variant="primary" type="submit">
            {t('step.continue')}
          </Button>
        </div>
      </Form>
    </Screen>
  );
}

/**
 * Lists all ten accounts of the development phrase. For other phrases, lists one; the wallet searches for more in use.
 */
function describePhrase(mnemonic: string, development: boolean): ChosenPhrase {
  const accounts = development ? DEVELOPMENT_ACCOUNTS : 1;
  return { mnemonic, accounts, backedUp: true, searched: development };
}

function isUnfinished({ state }: MnemonicCheck): boolean {
  return state === 'empty' || state === 'typing';
}

/** On devnet: offers the public development phrase, with a warning. */
function DevelopmentHint({ chosen, onUse }: { chosen: boolean; onUse: () => void }) {
  return (
    <Notice
      tone={chosen ? 'warn' : 'info'}
      title={t(chosen ? 'import.publicTitle' : 'import.developmentTitle')}
      action={
        chosen ? undefined : (
          <Button size="sm" onClick={onUse}>
            {t('import.developmentUse')}
          </Button>
        )
      }
    >
      {t(chosen ? 'import.publicText' : 'import.developmentText')}
    </Notice>
  );
}
