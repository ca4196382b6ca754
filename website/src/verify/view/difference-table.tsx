import type { Difference } from '../model.ts';
import { type Marked, markDifference } from './mark.ts';
import type { StepWords } from './words.ts';

/** What the API says, or what the reader gave, beside what was computed, with the characters that differ marked in both. */
export function DifferenceTable({
  differences,
  given,
  words: { t },
}: {
  differences: readonly Difference[];
  given: boolean;
  words: StepWords;
}) {
  return (
    <div class="verify-differences">
      <p class="verify-label">{t('difference.caption')}</p>
      {differences.map(({ field, shown, computed }) => {
        const [one, other] = markDifference(shown, computed);
        return (
          <dl class="verify-difference" key={`${field} ${shown} ${computed}`} data-field={field}>
            <div>
              <dt>{t('difference.field')}</dt>
              <dd>
                <code class="verify-code">{field}</code>
              </dd>
            </div>
            <div>
              <dt>{t(given ? 'difference.given' : 'difference.shown')}</dt>
              <dd>
                <MarkedText marked={one} wrong />
              </dd>
            </div>
            <div>
              <dt>{t('difference.computed')}</dt>
              <dd>
                <MarkedText marked={other} />
              </dd>
            </div>
          </dl>
        );
      })}
    </div>
  );
}

function MarkedText({
  marked: { before, differs, after },
  wrong = false,
}: {
  marked: Marked;
  wrong?: boolean;
}) {
  return (
    <code class="verify-code">
      {before}
      {differs !== '' && (
        <mark class={wrong ? 'verify-mark verify-mark--wrong' : 'verify-mark'}>{differs}</mark>
      )}
      {after}
    </code>
  );
}
