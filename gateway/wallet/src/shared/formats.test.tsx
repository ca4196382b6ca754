// @vitest-environment happy-dom
import { Timestamp } from '@cairn/ui';
import { expect, test } from 'vitest';
import { showPart } from '../../test/fixture-part.tsx';
import { ChosenFormats } from './formats.tsx';

test('ages are those by the node’s clock', () => {
  const ahead = 8 * 86_400;
  const block = Math.floor(Date.now() / 1_000) + ahead - 600;
  const part = (
    <ChosenFormats>
      <Timestamp seconds={block} />
    </ChosenFormats>
  );
  const status = { clock_offset_seconds: ahead } as never;
  expect(showPart(part, { status }).textContent).toBe('10m ago');
  expect(showPart(part).textContent).toBe('in 7d');
});
