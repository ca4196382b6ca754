import type { NetworkName } from '@cairn/protocol';
import { useState } from 'preact/hooks';
import { useAppState } from '../../wallet/context.ts';
import { networkToJoin } from '../../wallet/state.ts';
import { ChoosePassword, type ChosenPhrase } from './choose-password.tsx';
import { CreatePhrase } from './create-phrase.tsx';
import { ImportFile } from './import-file.tsx';
import { ImportPhrase } from './import-phrase.tsx';
import { Welcome } from './welcome.tsx';
import './first-run.css';

type Step =
  | { readonly name: 'welcome' | 'create' | 'import' | 'file' }
  | { readonly name: 'password'; readonly phrase: ChosenPhrase; readonly imported: boolean };

/** The screens without a wallet: create or import a phrase and choose a password, or restore a wallet file. */
export function FirstRun() {
  const network = networkToJoin(useAppState());
  const [step, setStep] = useState<Step>({ name: 'welcome' });
  if (network === undefined) {
    return <Welcome network={network} onChoose={(name) => setStep({ name })} />;
  }
  return <Steps step={step} network={network} onStep={setStep} />;
}

function Steps(props: { step: Step; network: NetworkName; onStep: (step: Step) => void }) {
  const { step, network, onStep } = props;
  const back = (): void => onStep({ name: 'welcome' });
  switch (step.name) {
    case 'create':
      return (
        <CreatePhrase
          onBack={back}
          onDone={(mnemonic, backedUp) =>
            onStep({ name: 'password', phrase: { mnemonic, accounts: 1, backedUp }, imported: false })
          }
        />
      );
    case 'import':
      return (
        <ImportPhrase
          network={network}
          onBack={back}
          onDone={(phrase) => onStep({ name: 'password', phrase, imported: true })}
        />
      );
    case 'file':
      return <ImportFile network={network} onBack={back} />;
    case 'welcome':
      return <Welcome network={network} onChoose={(name) => onStep({ name })} />;
    case 'password':
      return (
        <ChoosePassword
          phrase={step.phrase}
          step={step.imported ? [2, 2] : [3, 3]}
          network={network}
          onBack={back}
        />
      );
  }
  return null;
}
