import { Button, Card, FileButton, Notice, TextField } from '@cairn/ui';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTranslations } from './page.texts.ts';
import { translationsFor as verifyTexts } from './texts.ts';
import { island } from '../../site/island.tsx';
import type { Given } from './input-panel.tsx';
import { proofOf } from './proof-link.ts';
import { useLoaded } from './verification.tsx';
import './verify.css';

/** Pause in typing before a text is checked, in milliseconds. */
const PAUSE_MS = 250;

/** Verifies input that a user pastes, types, drops, chooses as a file or opens by a link. No server gets the input. */
function VerifyPage() {
  const { t, locale } = useTranslations();
  const [text, setText] = useState('');
  const [given, setGiven] = useState<Given>('');
  const [fileName, setFileName] = useState<string>();
  const [linked, setLinked] = useState<string>();
  // From then on, the page works offline.
  const loaded = useLoaded(() => import('./input-panel.tsx'));

  useEffect(() => {
    const readHash = () => {
      const shared = proofOf(location.hash);
      if (shared === undefined) return;
      setFileName(undefined);
      setText(shared);
      setLinked(shared);
    };
    readHash();
    addEventListener('hashchange', readHash);
    return () => removeEventListener('hashchange', readHash);
  }, []);
  useEffect(() => {
    if (fileName !== undefined) return undefined;
    const timer = setTimeout(() => setGiven(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, fileName]);

  const write = (next: string) => {
    setFileName(undefined);
    setText(next);
  };
  const leaveLink = () => {
    history.replaceState(history.state, '', location.pathname);
    setLinked(undefined);
    write('');
  };
  const takeFile = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    setText('');
    setFileName(file.name);
    setGiven(bytes);
  };
  const showExample = async (kind: 'transaction' | 'proof') => {
    const { EXAMPLE_PROOF, EXAMPLE_TRANSACTION } = await import('./example.ts');
    write(kind === 'proof' ? EXAMPLE_PROOF : EXAMPLE_TRANSACTION);
  };

  const isLinked = linked !== undefined && text === linked;
  const isEmpty = typeof given === 'string' && given.trim() === '';
  return (
    <div class="c-stack">
      {!isLinked && (
        <DropArea onFile={(file) => void takeFile(file)}>
          <TextField
            label={t('verify.field')}
            hint={t('verify.hint')}
            value={text}
            onInput={write}
            rows={6}
            mono
            name="evidence"
          />
          <div class="verify-actions c-row">
            <FileButton size="sm" label={t('verify.choose')} onFile={(file) => void takeFile(file)}>
              {t('verify.choose')}
            </FileButton>
            <Button size="sm" onClick={() => void showExample('transaction')}>
              {t('verify.exampleTransaction')}
            </Button>
            <Button size="sm" onClick={() => void showExample('proof')}>
              {t('verify.exampleProof')}
            </Button>
            {(text !== '' || fileName !== undefined) && (
              <Button size="sm" variant="ghost" onClick={() => write('')}>
                {t('verify.clear')}
              </Button>
            )}
          </div>
          {fileName !== undefined && (
            <p class="c-small verify-drop__file" role="status">
              {t('verify.file', { name: fileName })}
            </p>
          )}
        </DropArea>
      )}
      {loaded === 'broken' && (
        <Notice tone="warn" live>
          {verifyTexts(locale).t('verify.broken')}
        </Notice>
      )}
      {typeof loaded === 'object' && <loaded.default given={given} isLinked={isLinked} />}
      {!isEmpty && loaded === undefined && <p aria-busy="true">{t('notice.loading')}</p>}
      {isLinked && (
        <div>
          <Button onClick={leaveLink}>{t('verify.other')}</Button>
        </div>
      )}
    </div>
  );
}

function DropArea({ onFile, children }: { onFile: (file: File) => void; children: ComponentChildren }) {
  const [over, setOver] = useState(false);
  const stop = (event: JSX.TargetedDragEvent<HTMLElement>) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
    const file = event.type === 'drop' ? event.dataTransfer?.files[0] : undefined;
    if (file !== undefined) onFile(file);
  };
  return (
    <div
      class={over ? 'verify-drop verify-drop--over' : 'verify-drop'}
      onDragOver={stop}
      onDragLeave={stop}
      onDrop={stop}
    >
      <Card>{children}</Card>
    </div>
  );
}

export default island(VerifyPage);
