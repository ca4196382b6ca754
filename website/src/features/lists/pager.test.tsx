import { render } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { NumberedPager } from './pager.tsx';

it.each([
  ['the first page', 1, 25, ['/list?page=2'], '1 – 25 of 60'],
  ['the last page', 3, 10, ['/list?page=2'], '51 – 60 of 60'],
  ['a page between', 2, 25, ['/list', '/list?page=3'], '26 – 50 of 60'],
  ['a page past the end', 9, 0, ['/list?page=8'], 'none of 60'],
] as const)('%s has links to its neighbours', (_name, page, count, links, position) => {
  const html = render(<NumberedPager label="Rows" path="/list" page={page} count={count} total={60} />);
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(links);
  expect(html).toContain(position);
});
