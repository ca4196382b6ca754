import { Button, Card, FileButton, Notice, TextField } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { island } from '../../site/island.tsx';
import { type MarkedRow, MarkedRows } from '../../site/marked-rows.tsx';
import { PageHead } from '../../site/page-head.tsx';
import { useLoaded } from '../../site/use-loaded.ts';
import { SHOWS_CHAIN } from '../../site/config.ts';
import { proofOf, RecomputeCard } from '../verify/index.ts';
import { useTranslations } from './texts.ts';
import './verify-page.css';

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
  const kinds = <Kinds onText={give} />;
  const again = (
    <Button size="sm" onClick={() => location.reload()}>
      {t('states.tryAgain')}
    </Button>
  );
  const result = (
    <>
      {loaded === 'broken' && (
        <Notice tone="warn" live action={again}>
          {t('verify.broken')}
        </Notice>
      )}
      {typeof loaded === 'object' && <loaded.default given={text} isLinked={isLinked} kinds={kinds} />}
      {text.trim() !== '' && loaded === undefined && <p aria-busy="true">{t('notice.loading')}</p>}
    </>
  );
  return (
    <div class="c-stack">
      <PageHead title={t(isLinked ? 'verify.titleLinked' : 'page.verify')}>
        {t(isLinked ? 'verify.leadLinked' : 'verify.lead')}
      </PageHead>
      {linked === undefined ? (
        <div class="verify c-beside">
          <div class="needs-script">
            <Card>{field}</Card>
          </div>
          <div class="c-stack">
            {text.trim() === '' && kinds}
            {result}
          </div>
          {SHOWS_CHAIN && <RecomputeCard />}
        </div>
      ) : (
        <div class="c-beside">
          <div class="c-stack">{result}</div>
          <Card title={t('verify.other')}>{field}</Card>
        </div>
      )}
    </div>
  );
}

/** Bytes of a file that are read: more than any proof has. */
const MAX_FILE = 1024 * 1024;

interface FieldProps {
  text: string;
  onText: (text: string) => void;
}

/** Takes a text or a file. */
function Field({ text, onText }: FieldProps) {
  const { t } = useTranslations();
  return (
    <div class="c-stack">
      <TextField label={t('verify.field')} value={text} onInput={onText} rows={8} mono name="evidence" />
      <div class="c-row">
        <FileButton
          size="sm"
          label={t('verify.choose')}
          onFile={(file) => void file.slice(0, MAX_FILE).text().then(onText)}
        >
          {t('verify.choose')}
        </FileButton>
        {text !== '' && (
          <Button size="sm" variant="ghost" onClick={() => onText('')}>
            {t('verify.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What can be given, and how it begins; whether it is proven here, or its own page shows it. */
const KINDS = [
  { id: 'receipt', form: 'cairn-proof-1.…', isProven: true, hasExample: true },
  { id: 'message', form: '-----BEGIN CAIRN SIGNED MESSAGE', isProven: true, hasExample: true },
  { id: 'transaction', form: 'CAIRN-SIGNED:…', isProven: true, hasExample: true },
  { id: 'balance', form: '.json', isProven: true, hasExample: false },
  { id: 'reference', form: undefined, isProven: false, hasExample: false },
  { id: 'request', form: 'cairn:…', isProven: false, hasExample: false },
] as const;

/** What a reader may have come with, and what becomes of it. */
function Kinds({ onText }: Pick<FieldProps, 'onText'>) {
  const { t, link } = useTranslations();
  const show = async (id: 'receipt' | 'message' | 'transaction') =>
    onText((await import('../../site/examples.ts')).EXAMPLES[id]);
  const rows = KINDS.map(({ id, form, isProven, hasExample }): MarkedRow => {
    const name = t(`kind.${id}`);
    return {
      icon: isProven ? 'check' : 'arrow-right',
      tone: isProven ? 'c-success' : 'c-faint',
      title: name,
      form,
      text: t(`kind.${id}Text`),
      action: hasExample && (
        <span class="needs-script">
          <Button size="sm" label={`${t('verify.example')}: ${name}`} onClick={() => void show(id)}>
            {t('verify.example')}
          </Button>
        </span>
      ),
    };
  });
  const more = <a href={link.page('/about')}>{t('verify.more')}</a>;
  return (
    <Card title={t('verify.kinds')} flush footer={more}>
      <MarkedRows rows={rows} />
    </Card>
  );
}

export default island(VerifyPage);
