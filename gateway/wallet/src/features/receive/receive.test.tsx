// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { BOB, OPEN_WALLET, showPart as show } from '../../../test/fixture-part.tsx';
import { AddressCard } from './address-card.tsx';
import { Receive } from './receive.tsx';

test('a watched address is not called the user’s own, and a warning says that its keys are not here', () => {
  const selected = { kind: 'watched', ref: BOB, address: BOB, name: 'Savings' } as const;
  const wallet = { ...OPEN_WALLET, selected };
  for (const part of [<Receive />, <AddressCard />]) {
    const watched = show(part, { phase: { name: 'unlocked', wallet } }).textContent;
    expect(watched).toContain('Watched address');
    expect(watched).not.toContain('Your address');
    expect(show(part).textContent).toContain('Your address');
  }
  const told = show(<Receive />, { phase: { name: 'unlocked', wallet } }).querySelector('.c-notice');
  expect(told?.textContent).toContain('its keys are not in this wallet');
});
