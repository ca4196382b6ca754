import type { BlockTransactions as List } from '@cairn/api/explorer';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { BlockTransactions } from './block.tsx';

const shown = (data: List | undefined) => {
  const failure = { kind: 'unreachable', slow: false } as const;
  const answer = { data, failure, isGone: false, loading: false, retry: () => undefined };
  return renderToString(<BlockTransactions reference="7" page={1} transactions={answer} count={60} />);
};

it('keeps the rows that it has when they cannot be asked for again', () => {
  const pagination = { limit: 25, offset: 0, count: 0, total: 60 };
  expect(shown(undefined)).toContain('does not answer');
  expect(shown({ items: [], pagination } as unknown as List)).not.toContain('does not answer');
});
