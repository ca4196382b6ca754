import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useWords } from '../../messages/context.tsx';
import { whenIdle } from '../when-idle.ts';
import { Ladder, type Rung } from './ladder.tsx';
import type { PanelProps } from './panel.tsx';
import type { RungId, RungStatus } from './standing.ts';
import type { Subject } from './subject.ts';
import type { StepWords } from './words.ts';

interface Loaded {
  readonly Panel: FunctionComponent<PanelProps>;
  readonly words: StepWords;
}

export interface VerificationProps {
  /** Absent while the page itself has not got it. */
  readonly subject: Subject | undefined;
  /** Claims of the page; empty while it has nothing to show. */
  readonly rungs: readonly Rung[];
  /** The chain has left the block: what was proven of it stays, but it holds no longer. */
  readonly isLeft: boolean;
}

const NOTHING_FOUND: ReadonlyMap<RungId, RungStatus> = new Map();

/**
 * Verifies in the browser what a page shows. Its place is there from the start, in its final size; script, words and
 * worker come when the page is up and has nothing else to do.
 */
export function Verification({ subject, rungs, isLeft }: VerificationProps) {
  const { t, locale } = useWords();
  const [found, setFound] = useState(NOTHING_FOUND);
  const [loaded, setLoaded] = useState<Loaded | 'unsupported' | 'broken' | undefined>(undefined);
  const ready = subject !== undefined;
  useEffect(() => {
    if (!ready || loaded !== undefined) return undefined;
    if (typeof Worker === 'undefined') {
      setLoaded('unsupported');
      return undefined;
    }
    return whenIdle(() => {
      void loadPanel(locale).then(setLoaded, () => setLoaded('broken'));
    });
  }, [ready]);
  return (
    <section class="verify" aria-label={t('verify.section')}>
      {rungs.length > 0 && <Ladder rungs={rungs} found={found} />}
      {subject !== undefined && typeof loaded === 'object' ? (
        <loaded.Panel subject={subject} words={loaded.words} isLeft={isLeft} onFound={setFound} />
      ) : (
        <p
          class="verify-bar needs-script verify-bar--waiting verify-bar__head"
          data-verdict={loaded ?? 'waiting'}
        >
          <span class="verify-icon verify-icon--waiting" aria-hidden="true" />
          <span class="verify-bar__words">{t(WAITING[typeof loaded === 'string' ? loaded : 'waiting'])}</span>
        </p>
      )}
    </section>
  );
}

const WAITING = {
  waiting: 'verify.waiting',
  unsupported: 'verify.unsupported',
  broken: 'verify.broken',
} as const;

async function loadPanel(locale: StepWords['locale']): Promise<Loaded> {
  const [{ default: Panel }, { loadStepWords }] = await Promise.all([
    import('./panel.tsx'),
    import('./words.ts'),
  ]);
  return { Panel, words: await loadStepWords(locale) };
}
