import { Button, Card, FileButton, Notice, TextField } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { island } from '../../site/island.tsx';
import { PageHead } from '../../site/page-head.tsx';
import { useLoaded } from '../../site/use-loaded.ts';
import { SHOWS_CHAIN } from '../../site/config.ts';
import { RecomputeCard } from '../recompute/index.ts';
import { proofOf } from '../verify/index.ts';
import { useTranslations } from './texts.ts';

const loadPanel = () => import('./input-panel.tsx');

/** Proves what a user opens by a link, pastes, types or chooses as a file. No server gets it. */
function VerifyPage() {
  const { t } = useTranslations();
  const [text, setText] = useState('');
  /** The proof of the link that has opened the page. */
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
  const isLinked = linked !== undefined && text === linked;
  const give = (given: string) => {
    if (isLinked) history.replaceState(history.state, '', location.pathname);
    setText(given);
  };
  const field = <Field text={isLinked ? '' : text} onText={give} />;
  const result = (
    <>
      {loaded === 'broken' && (
        <Notice tone="warn" live>
          {t('verify.broken')}
        </Notice>
      )}
      {typeof loaded === 'object' && <loaded.default given={text} isLinked={isLinked} />}
      {text.trim() !== '' && loaded === undefined && <p aria-busy="true">{t('notice.loading')}</p>}
    </>
  );
  return (
    <div class="c-stack">
      <PageHead title={t(isLinked ? 'verify.titleLinked' : 'page.verify')}>
        {t(isLinked ? 'verify.leadLinked' : 'verify.lead')}
      </PageHead>
      {linked === undefined ? (
        <>
          <div class="needs-script">
            <Card>{field}</Card>
          </div>
          {result}
          {SHOWS_CHAIN && <RecomputeCard />}
        </>
      ) : (
        <>
          {result}
          <details class="c-card c-card--flush">
            <summary class="c-more c-strong">{t('verify.other')}</summary>
            <div class="c-pad">{field}</div>
          </details>
        </>
      )}
    </div>
  );
}

/** Bytes of a file that are read: more than any proof has. */
const MAX_FILE = 1024 * 1024;

/** Takes a text or a file, or shows an example. */
function Field({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslations();
  const showExample = async () => onText((await import('../../site/example-receipt.ts')).EXAMPLE_PROOF);
  return (
    <div class="c-stack">
      <TextField
        label={t('verify.field')}
        hint={t('verify.hint')}
        value={text}
        onInput={onText}
        rows={6}
        mono
        name="evidence"
      />
      <div class="c-row">
        <FileButton
          size="sm"
          label={t('verify.choose')}
          onFile={(file) => void file.slice(0, MAX_FILE).text().then(onText)}
        >
          {t('verify.choose')}
        </FileButton>
        <Button size="sm" onClick={() => void showExample()}>
          {t('verify.example')}
        </Button>
        {text !== '' && (
          <Button size="sm" variant="ghost" onClick={() => onText('')}>
            {t('verify.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}

export default island(VerifyPage);
