import { Button, Card, FileButton, Notice, TextField } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { island } from '../../site/island.tsx';
import type { Given } from './input-panel.tsx';
import { useTranslations } from './page.texts.ts';
import { proofOf } from './proof-link.ts';
import { translationsFor as verifyTexts } from './texts.ts';
import { useLoaded } from './verification.tsx';
import './verify.css';

/** Pause in typing before a text is checked, in milliseconds. */
const PAUSE_MS = 250;

/** Verifies input that a user pastes, types, chooses as a file or opens by a link. No server gets the input. */
function VerifyPage() {
  const { t, locale } = useTranslations();
  const [text, setText] = useState('');
  const [file, setFile] = useState<{ name: string; bytes: Uint8Array }>();
  const [linked, setLinked] = useState<string>();
  const given = usePaused<Given>(file?.bytes ?? text);
  // From then on, the page works offline.
  const loaded = useLoaded(() => import('./input-panel.tsx'));

  const write = (next: string) => {
    setFile(undefined);
    setText(next);
  };
  useEffect(() => {
    const readHash = () => {
      const shared = proofOf(location.hash);
      if (shared === undefined) return;
      write(shared);
      setLinked(shared);
    };
    readHash();
    addEventListener('hashchange', readHash);
    return () => removeEventListener('hashchange', readHash);
  }, []);
  const leaveLink = () => {
    history.replaceState(history.state, '', location.pathname);
    setLinked(undefined);
    write('');
  };
  const takeFile = async (chosen: File) => {
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    setText('');
    setFile({ name: chosen.name, bytes });
  };
  const showExample = async () => write((await import('./example.ts')).EXAMPLE_PROOF);

  const isLinked = linked !== undefined && text === linked;
  const isEmpty = typeof given === 'string' && given.trim() === '';
  return (
    <div class="c-stack">
      {!isLinked && (
        <div class="needs-script">
          <Card>
            <div class="c-stack">
              <TextField
                label={t('verify.field')}
                hint={t('verify.hint')}
                value={text}
                onInput={write}
                rows={6}
                mono
                name="evidence"
              />
              <div class="c-row">
                <FileButton size="sm" label={t('verify.choose')} onFile={(chosen) => void takeFile(chosen)}>
                  {t('verify.choose')}
                </FileButton>
                <Button size="sm" onClick={() => void showExample()}>
                  {t('verify.example')}
                </Button>
                {(text !== '' || file !== undefined) && (
                  <Button size="sm" variant="ghost" onClick={() => write('')}>
                    {t('verify.clear')}
                  </Button>
                )}
              </div>
              {file !== undefined && (
                <p class="c-small" role="status">
                  {t('verify.file', { name: file.name })}
                </p>
              )}
            </div>
          </Card>
        </div>
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

/** A value once it has not changed for a pause. */
function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

export default island(VerifyPage);
