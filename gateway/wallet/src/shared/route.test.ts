import { expect, test } from 'vitest';
import { takePaymentLink } from './route.ts';

const REQUEST = 'cairn:dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK?amount=1.5';

/** Takes the payment request from an address bar. @returns the request, and the paths that replaced the address */
function takeFrom(hash: string) {
  const replaced: string[] = [];
  return { taken: takePaymentLink({ hash, replace: (path) => replaced.push(path) }), replaced };
}

test('a payment request is removed from the address, which then names the send screen', () => {
  expect(takeFrom(`#${REQUEST}`)).toEqual({ taken: REQUEST, replaced: ['#/send'] });
});

test('an invalid request is removed too: the form shows its error', () => {
  expect(takeFrom('#cairn:?amount=1')).toEqual({ taken: 'cairn:?amount=1', replaced: ['#/send'] });
});

test.each(['', '#', '#/send', '#launch=abc', '#dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK', '#javascript:alert(1)'])(
  'another address is unchanged: %s',
  (hash) => {
    expect(takeFrom(hash)).toEqual({ taken: undefined, replaced: [] });
  },
);
