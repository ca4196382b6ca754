import type { NetworkName } from '@cairn/protocol';
import { useState } from 'preact/hooks';
import { useAppState } from '../../lib/context.ts';
import { networkToJoin } from '../../model/state.ts';
import { ChoosePassword } from './choose-password.tsx';
import { CreatePhrase } from './create-phrase.tsx';
import { ImportPhrase, type ImportedPhrase } from './import-phrase.tsx';
import { Welcome } from './welcome.tsx';

type Step =
  | { readonly name: 'welcome' }
  | { readonly name: 'create' }
  | { readonly name: 'import' }
  | { readonly name: 'password'; readonly phrase: ImportedPhrase; readonly imported: boolean };

/** From nothing to an open wallet: a new phrase or an imported one, then a password. */
export function FirstRun() {
  const network = networkToJoin(useAppState());
  const [step, setStep] = useState<Step>({ name: 'welcome' });
  if (network === undefined || step.name === 'welcome') {
    return (
      <Welcome
        network={network}
        onCreate={() => setStep({ name: 'create' })}
        onImport={() => setStep({ name: 'import' })}
      />
    );
  }
  return <Steps step={step} network={network} onStep={setStep} />;
}

function Steps(props: {
  step: Exclude<Step, { name: 'welcome' }>;
  network: NetworkName;
  onStep: (step: Step) => void;
}) {
  const { step, network, onStep } = props;
  const back = (): void => onStep({ name: 'welcome' });
  if (step.name === 'create') {
    return (
      <CreatePhrase
        onBack={back}
        onDone={(mnemonic) =>
          onStep({ name: 'password', phrase: { mnemonic, accounts: 1 }, imported: false })
        }
      />
    );
  }
  if (step.name === 'import') {
    return (
      <ImportPhrase
        network={network}
        onBack={back}
        onDone={(phrase) => onStep({ name: 'password', phrase, imported: true })}
      />
    );
  }
  return <ChoosePassword {...step} network={network} onBack={back} />;
}
