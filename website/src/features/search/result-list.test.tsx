import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { ResultList } from './result-list.tsx';

it('what the field suggests of the chain is the server’s word', () => {
  const results = [{ text: 'Block 3', icon: 'search', href: '/blocks/3' }] as const;
  const groups = [
    { name: 'chain', results },
    { name: 'pages', results },
  ] as const;
  const html = renderToString(<ResultList groups={groups} list={{ id: 'found', active: 0 }} />);
  expect(html.match(/data-proof="none".*?<\/p>/g)).toEqual([
    expect.stringMatching(/On the chain · the server’s word<\/p>$/),
  ]);
});
