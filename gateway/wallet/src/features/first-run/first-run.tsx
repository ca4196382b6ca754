import type { NetworkName } from '@cairn/protocol';
import { Button, Logo, Notice, Segmented } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useAppState, useModel } from '../../model/context.ts';
import { networkToJoin } from '../../model/state.ts';
import { KeepBrowser } from '../access/index.ts';
import { ImportFile } from './import-file.tsx';
import {
  type ChosenPhrase,
  type DevelopmentPhrase,
  developmentPhraseOf,
  ImportPhrase,
} from './import-phrase.tsx';
import { t } from './texts.ts';
import {
  askForWords,
  createMnemonic,
  MNEMONIC_LENGTHS,
  splitWords,
  type MnemonicLength,
  type WordsQuestion,
} from '@cairn/wallet';
import { PhraseWords, WordsQuiz } from '../../shared/recovery-phrase.tsx';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { NewPasswordForm } from '../../shared/password.tsx';

const DEVELOPMENT_PASSWORD = 'development';

type Step =
  | { readonly name: 'welcome' | 'create' | 'import' | 'file' }
  | { readonly name: 'password'; readonly phrase: ChosenPhrase; readonly imported: boolean };

/** The screens without a wallet: create or import a phrase and choose a password, or restore a wallet file. */
export function FirstRun() {
  const state = useAppState();
  const network = networkToJoin(state);
  const development = developmentPhraseOf(state.config?.development, network);
  const [step, setStep] = useState<Step>({ name: 'welcome' });
  const back = (): void => setStep({ name: 'welcome' });
  if (network === undefined || step.name === 'welcome')
    return <Welcome network={network} development={development} onChoose={(name) => setStep({ name })} />;
  if (step.name === 'file') return <ImportFile network={network} onBack={back} />;
  if (step.name === 'password') {
    const place = step.imported ? ([2, 2] as const) : ([3, 3] as const);
    return <ChoosePassword phrase={step.phrase} step={place} network={network} onBack={back} />;
  }
  const choose = (phrase: ChosenPhrase): void =>
    setStep({ name: 'password', phrase, imported: step.name === 'import' });
  if (step.name === 'import') return <ImportPhrase development={development} onBack={back} onDone={choose} />;
  return (
    <CreatePhrase
      onBack={back}
      onDone={(mnemonic, backedUp) => choose({ mnemonic, accounts: 1, backedUp })}
    />
  );
}

/**
 * The first screen without a wallet. `network` is absent until the gateway or the node names a network for new wallets.
 */
export function Welcome(props: {
  network: NetworkName | undefined;
  development?: DevelopmentPhrase | undefined;
  onChoose: (way: 'create' | 'import' | 'file') => void;
}) {
  const { network, development, onChoose } = props;
  const waiting = network === undefined;
  return (
    <Screen title={t('welcome.title')} width="slim" picture={<Logo size={72} />}>
      <p class="c-muted">{t('welcome.text')}</p>
      <SessionNotices />
      {network && development && <DevelopmentAccounts network={network} {...development} />}
      <div class="c-stack c-stack--tight">
        <Button
          variant={development ? 'secondary' : 'primary'}
          wide
          disabled={waiting}
          onClick={() => onChoose('create')}
        >
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
        network === 'testnet' && (
          <Notice tone="info" title={t('welcome.network', { network })}>
            {t('welcome.networkText', { network })}
          </Notice>
        )
      )}
    </Screen>
  );
}

/** Opens the development accounts at once: their phrase is no secret, and so their password is none either. */
function DevelopmentAccounts({ network, phrase, isPublic }: DevelopmentPhrase & { network: NetworkName }) {
  const { vault, settings } = useModel();
  const { keepOpen, autoLockMinutes } = settings;
  const task = useTask();
  const open = async (): Promise<void> => {
    keepOpen.choose(true);
    autoLockMinutes.choose(autoLockMinutes.values.at(-1)!);
    await vault.createWallet({ ...phrase, password: DEVELOPMENT_PASSWORD, network });
  };
  return (
    <div class="c-stack c-stack--tight">
      <Button variant="primary" wide busy={task.busy} onClick={() => task.run(open)}>
        {t('development.open')}
      </Button>
      <p class="c-faint c-small">
        {t(isPublic ? 'development.text' : 'development.ownText', { password: DEVELOPMENT_PASSWORD })}
      </p>
      <TaskFailure task={task} title={t('password.notStored')} />
    </div>
  );
}

/** Shows a new phrase, then asks for some of its words; the user may postpone the words. */
function CreatePhrase(props: { onBack: () => void; onDone: (mnemonic: string, backedUp: boolean) => void }) {
  const { onBack, onDone } = props;
  const [mnemonic, setMnemonic] = useState(() => createMnemonic(12));
  const [question, setQuestion] = useState<WordsQuestion | undefined>(undefined);
  if (question !== undefined) {
    return (
      <Screen title={t('confirmPhrase.title')} width="narrow">
        <p class="c-faint c-small">{t('step.of', { step: 2, steps: 3 })}</p>
        <p>{t('confirmPhrase.text')}</p>
        <WordsQuiz
          question={question}
          onLeave={() => setQuestion(undefined)}
          onDone={() => onDone(mnemonic, true)}
        />
        <div class="c-center">
          <Button variant="ghost" onClick={() => onDone(mnemonic, false)}>
            {t('confirmPhrase.later')}
          </Button>
          <p class="c-faint c-small">{t('confirmPhrase.laterText')}</p>
        </div>
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
        <Button variant="primary" onClick={() => setQuestion(askForWords(mnemonic))}>
          {t('phrase.noted')}
        </Button>
      </div>
    </Screen>
  );
}

/** Asks for the password that encrypts the wallet in this browser, then opens it. */
function ChoosePassword(props: {
  phrase: ChosenPhrase;
  /** `[2, 2]` is the second step of two. */
  step: readonly [step: number, steps: number];
  network: NetworkName;
  onBack: () => void;
}) {
  const { phrase, network, onBack } = props;
  const [step, steps] = props.step;
  const { vault } = useModel();
  return (
    <Screen title={t('password.title')} width="narrow">
      <p class="c-faint c-small">{t('step.of', { step, steps })}</p>
      <p>{t('password.text')}</p>
      <NewPasswordForm
        action={t('password.open')}
        leave={t('common.startOver')}
        onLeave={onBack}
        failed={t('password.notStored')}
        onPassword={(password) => vault.createWallet({ ...phrase, password, network })}
      >
        <KeepBrowser />
      </NewPasswordForm>
    </Screen>
  );
}
