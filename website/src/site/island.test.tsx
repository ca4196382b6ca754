// @vitest-environment happy-dom
import { type Unit, unitSetting, useUnit } from '@cairn/ui';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import { island } from './island.tsx';

it('gives an amount that comes later the reader’s unit at once', async () => {
  unitSetting.choose('pebbles');
  const root = document.createElement('div');
  const units: Unit[] = [];
  function Row() {
    units.push(useUnit());
    return null;
  }
  const Rows = island(({ count }: { count: number }) => (
    <>
      {Array.from({ length: count }, () => (
        <Row />
      ))}
    </>
  ));
  await act(() => render(<Rows count={0} />, root));
  await act(() => render(<Rows count={1} />, root));
  expect(units).toEqual(['pebbles']);
  render(null, root);
  localStorage.clear();
});
