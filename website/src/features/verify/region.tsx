import { TimeContext, useTimeSettings } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { useTranslations } from './texts.ts';
import type { PageProof } from './use-proof.ts';

/** How far a region of a page is proven. `failed`: it may have been computed from bytes, but they cannot be relied on. */
export type RegionProof = 'none' | 'checking' | 'proven' | 'failed';

/**
 * The state of a region whose values are those of the proof.
 * @param isProven false for a part that this proof leaves out
 */
export function regionOf({ verdict, value }: PageProof, isProven = value !== undefined): RegionProof {
  if (verdict === 'running') return 'checking';
  if (verdict === 'failed') return 'failed';
  return verdict !== 'skipped' && isProven ? 'proven' : 'none';
}

interface RegionProps {
  readonly proof: RegionProof;
  /** True for a part of a line, such as a heading: without the word, which stands at the region below. */
  readonly isInline?: boolean | undefined;
  readonly class?: string | undefined;
  readonly children: ComponentChildren;
}

/** A part of a page, with a word on its edge unless it was decoded from checked bytes: then it needs none. */
export function Region({ proof, isInline = false, class: className = '', children }: RegionProps) {
  const { t } = useTranslations();
  const mark = proof === 'proven' ? 'proven' : 'none';
  const content = <ReadersClock isOn={proof === 'proven'}>{children}</ReadersClock>;
  if (isInline) return <span data-proof={mark}>{content}</span>;
  return (
    <div class={`region ${className}`.trim()} data-proof={mark}>
      {proof !== 'proven' && (
        <span class={`region__word ${proof === 'checking' ? 'needs-script' : ''}`}>
          {t(`region.${proof}`)}
        </span>
      )}
      {content}
    </div>
  );
}

/** Ages by the clock of this browser: elsewhere they are by the node's, whose offset is the server's word. */
export function ReadersClock({ isOn = true, children }: { isOn?: boolean; children: ComponentChildren }) {
  const settings = useTimeSettings();
  const own = useMemo(() => ({ ...settings, offsetSeconds: 0 }), [settings]);
  return <TimeContext.Provider value={isOn ? own : settings}>{children}</TimeContext.Provider>;
}
