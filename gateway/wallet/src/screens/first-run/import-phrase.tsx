import type { NetworkName } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { Button, Notice, TextField } from '@cairn/ui';
import { checkMnemonic } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { Form } from '../../components/form.tsx';
import { Screen } from '../../components/screen.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { PhraseFeedback, replaceLastWord } from './phrase-feedback.tsx';

/** A phrase and how many of its accounts to show. */
export interface ImportedPhrase {
  readonly mnemonic: string;
  readonly accounts: number;
}

const DEVELOPMENT_ACCOUNTS = 10;
const ACCOUNT_CHOICES = [1, 2, 3, 5, DEVELOPMENT_ACCOUNTS];

/** Takes a recovery phrase, checked word by word. */
export function ImportPhrase(props: {
  network: NetworkName;
  onBack: () => void;
  onDone: (phrase: ImportedPhrase) => void;
}) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const [strict, setStrict] = useState(false);
  const check = checkMnemonic(text);
  const isDevelopment = check.state === 'valid' && check.mnemonic === DEVELOPMENT_MNEMONIC;
  const accounts = chosen ?? (isDevelopment ? DEVELOPMENT_ACCOUNTS : 1);
  const submit = (): boolean => {
    setStrict(true);
    if (check.state !== 'valid') return false;
    props.onDone({ mnemonic: check.mnemonic, accounts });
    return true;
  };
  const wrong =
    check.state === 'unknown_words' || check.state === 'bad_checksum' || check.state === 'wrong_count';
  return (
    <Screen title="Import a recovery phrase" width="narrow">
      <p class="w-steps">Step 1 of 2</p>
      <Form onSubmit={submit}>
        <TextField
          label="Recovery phrase"
          rows={3}
          mono
          value={text}
          hint={wrong || check.words.length > 0 ? undefined : '12 or 24 English words, separated by spaces.'}
          error={strict && check.state !== 'valid' && !wrong ? 'The phrase is not complete.' : undefined}
          onInput={setText}
        />
        <PhraseFeedback check={check} onComplete={(word) => setText(replaceLastWord(text, word))} />
        {props.network === 'devnet' && (
          <DevelopmentHint chosen={isDevelopment} onUse={() => setText(DEVELOPMENT_MNEMONIC)} />
        )}
        <SelectField
          label="Accounts to show"
          value={String(accounts)}
          options={ACCOUNT_CHOICES.map((count) => ({ value: String(count), label: accountRange(count) }))}
          hint="More can be added at any time."
          onChange={(value) => setChosen(Number(value))}
        />
        <div class="w-actions">
          <Button onClick={props.onBack}>Back</Button>
          <Button variant="primary" type="submit">
            Continue
          </Button>
        </div>
      </Form>
    </Screen>
  );
}

function accountRange(count: number): string {
  return count === 1 ? 'Account 0' : `Accounts 0 to ${count - 1}`;
}

/** Only on devnet: the phrase that everybody knows, and what that means. */
function DevelopmentHint({ chosen, onUse }: { chosen: boolean; onUse: () => void }) {
  return (
    <Notice
      tone={chosen ? 'warn' : 'info'}
      title={chosen ? 'This is the public development phrase' : 'Just trying devnet out?'}
      action={
        chosen ? undefined : (
          <Button size="sm" onClick={onUse}>
            Use the development phrase
          </Button>
        )
      }
    >
      {chosen
        ? 'Everybody has its keys. Anyone can spend what its accounts hold: use them for development only.'
        : 'Devnet’s ten development accounts hold 1,000,000 CRN each. Their phrase is public: everybody has the keys.'}
    </Notice>
  );
}
