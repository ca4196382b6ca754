import { TimeContext, Timestamp } from '@cairn/ui';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { Region } from './region.tsx';

it('what is proven has its age by this browser’s clock, and the server’s word by the node’s', () => {
  const times = { zone: 'utc', renderedAtSeconds: 1_000_000, offsetSeconds: 86_400 } as const;
  const ageIn = (proof: 'proven' | 'none') =>
    renderToString(
      <TimeContext.Provider value={times}>
        <Region proof={proof}>
          <Timestamp seconds={1_000_000} />
        </Region>
      </TimeContext.Provider>,
    );
  expect(ageIn('none')).toContain('1d ago');
  expect(ageIn('proven')).not.toContain('1d ago');
});
