import { Button, Card, FileButton, Notice, TextField } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { island } from '../../site/island.tsx';
import { useLoaded } from '../../site/use-loaded.ts';
import { proofOf } from '../verify/index.ts';
import { useTranslations } from './texts.ts';

const loadPanel = () => import('./input-panel.tsx');

/** Bytes of a file that are read: more than any proof has. */
const MAX_FILE = 1024 * 1024;

/** Verifies input that a user pastes, types, chooses as a file or opens by a link. No server gets the input. */
function VerifyPage() {
  const { t } = useTranslations();
  const [text, setText] = useState('');
  const [linked, setLinked] = useState<string>();
  // From then on, the page works offline.
  const loaded = useLoaded(loadPanel);

  useEffect(() => {
    const readHash = () => {
      const shared = proofOf(location.hash);
      if (shared === undefined) return;
      setText(shared);
      setLinked(shared);
    };
    readHash();
    addEventListener('hashchange', readHash);
    return () => removeEventListener('hashchange', readHash);
  }, []);
  const leaveLink = () => {
    history.replaceState(history.state, '', location.pathname);
    setLinked(undefined);
    setText('');
  };
  const showExample = async () => setText((await import('../../site/example-receipt.ts')).EXAMPLE_PROOF);

  const isLinked = linked !== undefined && text === linked;
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
                onInput={setText}
                rows={6}
                mono
                name="evidence"
              />
              <div class="c-row">
                <FileButton
                  size="sm"
                  label={t('verify.choose')}
                  onFile={(file) => void file.slice(0, MAX_FILE).text().then(setText)}
                >
                  {t('verify.choose')}
                </FileButton>
                <Button size="sm" onClick={() => void showExample()}>
                  {t('verify.example')}
                </Button>
                {text !== '' && (
                  <Button size="sm" variant="ghost" onClick={() => setText('')}>
                    {t('verify.clear')}
                  </Button>
                )}
              </div>
            </div>
          </Card>
        </div>
      )}
      {loaded === 'broken' && (
        <Notice tone="warn" live>
          {t('verify.broken')}
        </Notice>
      )}
      {typeof loaded === 'object' && <loaded.default given={text} isLinked={isLinked} />}
      {text.trim() !== '' && loaded === undefined && <p aria-busy="true">{t('notice.loading')}</p>}
      {isLinked && (
        <div>
          <Button onClick={leaveLink}>{t('verify.other')}</Button>
        </div>
      )}
    </div>
  );
}

export default island(VerifyPage);
