import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { ShareBar } from './share-bar.tsx';

it.each([
  [0.5, 50],
  [1e-6, 0.8],
  [0, 0],
])('the bar of %d is %d wide', (share, width) => {
  const bar = renderToString(<ShareBar share={share}>text</ShareBar>);
  expect(bar).toContain(`<rect width="${width}"`);
});
