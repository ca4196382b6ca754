// @vitest-environment happy-dom
import { setImmediate } from 'node:timers/promises';
import type { SubmitOutcome } from '@cairn/wallet';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { CAN_SEND, STRANGER, showWithModel } from '../../../test/fixture-part.tsx';
import type { Draft } from '../../model/draft.ts';
import { Send } from './send.tsx';

const DRAFT: Draft = { recipient: STRANGER, amount: '7', fee: 'few_blocks', unit: 'crn' };
const NEXT: Draft = { ...DRAFT, amount: '8' };
const ACCEPTED = { kind: 'accepted' } as SubmitOutcome;
const REJECTED = { kind: 'rejected', code: 'rejected', reason: 'nonce_too_low' } as SubmitOutcome;

test.each([
  ['sent', ACCEPTED, undefined, undefined, true],
  ['sent, while the next one was begun', ACCEPTED, NEXT, NEXT, false],
  ['rejected', REJECTED, undefined, DRAFT, true],
  ['rejected, while the next one was begun', REJECTED, NEXT, NEXT, true],
])('a draft that was %s is cleared only if it is the one that was sent', async (...row) => {
  const [, outcome, begun, left, showsResult] = row;
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = async () => {
    await promise;
    return { kind: 'submitted', id: 'ab'.repeat(32), outcome } as const;
  };
  const { place, model } = showWithModel(<Send />, { ...CAN_SEND, draft: DRAFT }, { sending: { send } });
  place.querySelector('form')!.requestSubmit();
  const sign = () => [...place.querySelectorAll('button')].at(-1)!;
  await expect.poll(() => place.querySelector('form') === null && !sign().disabled).toBe(true);
  sign().click();
  if (begun !== undefined) model.changeDraft(begun);
  await act(async () => {
    resolve();
    await setImmediate();
  });
  expect(place.querySelector('form') === null).toBe(showsResult);
  expect(model.store.get().draft).toEqual(left);
});
