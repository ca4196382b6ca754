import { Button, Notice, Segmented } from '@cairn/ui';
import { createMnemonic, MNEMONIC_LENGTHS, splitWords, type MnemonicLength } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { PhraseWords, WordsQuiz } from '../../shared/recovery-phrase.tsx';
import { Screen } from '../../shared/screen.tsx';
import { t } from './texts.ts';

/** Shows a new phrase, then asks for some of its words; the user may postpone the words. */
export function CreatePhrase(props: {
  onBack: () => void;
  onDone: (mnemonic: string, backedUp: boolean) => void;
}) {
  const { onBack, onDone } = props;
  const [mnemonic, setMnemonic] = useState(() => createMnemonic(12));
  const [noted, setNoted] = useState(false);
  if (noted) {
    return (
      <Screen title={t('confirmPhrase.title')} width="narrow">
        <p class="c-faint c-small">{t('step.of', { step: 2, steps: 3 })}</p>
        <p>{t('confirmPhrase.text')}</p>
        <WordsQuiz
          phrase={mnemonic}
          onBack={() => setNoted(false)}
          onDone={() => onDone(mnemonic, true)}
          onLater={() => onDone(mnemonic, false)}
        />
      </Screen>
    );
  }
  return (
    <Screen title={t('phrase.title')} width="narrow">
      <p class="c-faint c-small">{t('step.of', { step: 1, steps: 3 })}</p>
      <p>{t('phrase.text')}</p>
      <div class="c-row">
        <Segmented
          label={t('phrase.length')}
          value={String(splitWords(mnemonic).length)}
          options={MNEMONIC_LENGTHS.map((length) => ({
            value: String(length),
            label: t('phrase.words', { count: length }),
          }))}
          onChoose={(length) => setMnemonic(createMnemonic(Number(length) as MnemonicLength))}
        />
      </div>
      <PhraseWords phrase={mnemonic} />
      <Notice tone="warn">{t('phrase.warning')}</Notice>
      <div class="c-actions">
        <Button onClick={onBack}>{t('common.back')}</Button>
        <Button variant="primary" onClick={() => setNoted(true)}>
          {t('phrase.noted')}
        </Button>
      </div>
    </Screen>
  );
}
