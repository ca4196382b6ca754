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

it('a list whose length is not known has a next page while its pages are full', () => {
  const list = { label: 'Rows', path: '/list', page: 1, isMinimum: true };
  const html = render(<NumberedPager {...list} count={25} total={25} />);
  expect(html).toContain('1 – 25 of 25+');
  expect(html).toContain('href="/list?page=2"');
  expect(render(<NumberedPager {...list} count={24} total={24} />)).not.toContain('page=2');
});

it('the field for a page keeps the filter of the list', () => {
  const html = render(
    <NumberedPager label="Rows" path="/list?direction=in" page={1} count={25} total={999} />,
  );
  expect(html).toContain('type="hidden" name="direction" value="in"');
});
