import { Button, Notice } from '@cairn/ui';
import { createMnemonic, MNEMONIC_LENGTHS, splitWords, type MnemonicLength } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { Screen } from '../../components/screen.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { ConfirmWords } from './confirm-words.tsx';

/** Shows a new phrase, then asks for some of its words. */
export function CreatePhrase({ onBack, onDone }: { onBack: () => void; onDone: (mnemonic: string) => void }) {
  const [mnemonic, setMnemonic] = useState(() => createMnemonic(12));
  const [noted, setNoted] = useState(false);
  if (noted)
    return (
      <ConfirmWords mnemonic={mnemonic} onBack={() => setNoted(false)} onDone={() => onDone(mnemonic)} />
    );
  return (
    <Screen title="Your recovery phrase" width="narrow">
      <p class="w-steps">Step 1 of 3</p>
      <p>
        These words are your wallet. Write them down in this order and keep them where nobody else looks. With
        them the wallet can be restored anywhere; without them nobody can.
      </p>
      <SelectField
        label="Length"
        value={String(splitWords(mnemonic).length)}
        options={MNEMONIC_LENGTHS.map((length) => ({ value: String(length), label: `${length} words` }))}
        onChange={(value) => setMnemonic(createMnemonic(Number(value) as MnemonicLength))}
      />
      <WordList words={splitWords(mnemonic)} />
      <Notice tone="warn">Do not photograph them or paste them into other programs.</Notice>
      <div class="w-actions">
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" onClick={() => setNoted(true)}>
          I have written them down
        </Button>
      </div>
    </Screen>
  );
}

function WordList({ words }: { words: readonly string[] }) {
  return (
    <ol class="w-words" aria-label="Recovery phrase">
      {words.map((word, index) => (
        <li class="w-words__item" key={index}>
          <span class="w-words__place" aria-hidden="true">
            {index + 1}
          </span>
          <span class="w-words__word">{word}</span>
        </li>
      ))}
    </ol>
  );
}
