import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { ShareBar } from './share-bar.tsx';

it.each([
  [0.5, 0.25, [25, 50]],
  [1e-6, 0.999999, [99.2, 0.8]],
  [0, 1, [100, 0]],
])('the bar of %d from %d lies in that of the whole', (share, from, [x, width]) => {
  const bar = renderToString(
    <ShareBar share={share} from={from}>
      text
    </ShareBar>,
  );
  expect(bar).toContain(`<rect x="${x}" width="${width}"`);
});
