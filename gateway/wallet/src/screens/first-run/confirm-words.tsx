import { Button, TextField } from '@cairn/ui';
import { pickWordsToConfirm, splitWords, type MnemonicLength } from '@cairn/wallet';
import { useMemo, useState } from 'preact/hooks';
import { Form } from '../../components/form.tsx';
import { Screen } from '../../components/screen.tsx';

/** How many words of the phrase its owner is asked for. */
const ASKED = 3;

/** Asks for a few words of the phrase, so that nobody goes on without having noted it. */
export function ConfirmWords(props: { mnemonic: string; onBack: () => void; onDone: () => void }) {
  const words = useMemo(() => splitWords(props.mnemonic), [props.mnemonic]);
  const places = useMemo(() => pickWordsToConfirm(words.length as MnemonicLength, ASKED), [words]);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [checked, setChecked] = useState(false);
  const isRight = (place: number): boolean => typed[place]?.trim().toLowerCase() === words[place];
  const submit = (): boolean => {
    setChecked(true);
    if (!places.every(isRight)) return false;
    props.onDone();
    return true;
  };
  return (
    <Screen title="Confirm your phrase" width="narrow">
      <p class="w-steps">Step 2 of 3</p>
      <p>Type these words of the phrase that you have just written down.</p>
      <Form onSubmit={submit}>
        {places.map((place) => (
          <TextField
            key={place}
            label={`Word ${place + 1}`}
            mono
            value={typed[place] ?? ''}
            error={checked && !isRight(place) ? `This is not word ${place + 1} of your phrase.` : undefined}
            onInput={(value) => setTyped({ ...typed, [place]: value })}
          />
        ))}
        <div class="w-actions">
          <Button onClick={props.onBack}>Show the words again</Button>
          <Button variant="primary" type="submit">
            Continue
          </Button>
        </div>
      </Form>
    </Screen>
  );
}
