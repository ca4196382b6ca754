import type { NetworkName } from '@cairn/protocol';
import { Button, Logo, Notice } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useAppState } from '../../wallet/context.ts';
import { networkToJoin } from '../../wallet/state.ts';
import { ChoosePassword, type ChosenPhrase } from './choose-password.tsx';
import { CreatePhrase } from './create-phrase.tsx';
import { ImportFile } from './import-file.tsx';
import { ImportPhrase } from './import-phrase.tsx';
import { t } from './texts.ts';

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

/**
 * The first screen without a wallet. `network` is absent until the gateway or the node names a network for new wallets.
 */
export function Welcome(props: {
  network: NetworkName | undefined;
  onChoose: (way: 'create' | 'import' | 'file') => void;
}) {
  const { network, onChoose } = props;
  const waiting = network === undefined;
  return (
    <Screen title={t('welcome.title')} width="slim" picture={<Logo size={72} />}>
      <p class="c-muted">{t('welcome.text')}</p>
      <SessionNotices />
      <div class="c-stack c-stack--tight">
        <Button variant="primary" wide disabled={waiting} onClick={() => onChoose('create')}>
          {t('welcome.create')}
        </Button>
        <Button wide disabled={waiting} onClick={() => onChoose('import')}>
          {t('welcome.import')}
        </Button>
        <Button variant="ghost" wide disabled={waiting} onClick={() => onChoose('file')}>
          {t('welcome.file')}
        </Button>
      </div>
      {network === undefined ? (
        <p class="c-faint c-small">{t('welcome.waiting')}</p>
      ) : (
        network !== 'mainnet' && (
          <Notice tone="info" title={t('welcome.network', { network })}>
            {t('welcome.networkText', { network })}
          </Notice>
        )
      )}
    </Screen>
  );
}
