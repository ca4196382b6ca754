// @vitest-environment happy-dom
import { formatSignedMessage, getNetwork, signMessage } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { showPart as show } from '../../../test/fixture-part.tsx';
import { Messages } from './messages.tsx';

const network = getNetwork('devnet');
const [alice, bob] = developmentAccounts(network);

const type = (place: HTMLElement, index: number, text: string): void => {
  const field = place.querySelectorAll('textarea')[index]!;
  field.value = text;
  void act(() => void field.dispatchEvent(new Event('input', { bubbles: true })));
};
const submit = (place: HTMLElement, index: number): void =>
  void place.querySelectorAll('form')[index]!.dispatchEvent(new Event('submit', { cancelable: true }));
const noticeOf = (place: HTMLElement) => place.querySelector('.c-notice')?.textContent;

test('a message is signed as typed, and the whole block can be copied', async () => {
  const place = show(
    <Messages />,
    {},
    {
      vault: { signMessage: (message) => signMessage(message, alice!.privateKey, network) },
    },
  );
  submit(place, 0);
  await expect.poll(() => place.textContent).toContain('Enter a message.');
  type(place, 0, 'It was me.');
  submit(place, 0);
  await expect
    .poll(() => place.querySelector('pre')?.textContent)
    .toBe(formatSignedMessage(signMessage('It was me.', alice!.privateKey, network)));
  // A signature disappears when its text is changed.
  type(place, 0, 'It was me!');
  await expect.poll(() => place.querySelector('pre')).toBe(null);
});

test('a signed message is valid (with its signer’s name and text), invalid, or unreadable', async () => {
  const place = show(<Messages />);
  const block = formatSignedMessage(signMessage('Pay me here.', bob!.privateKey, network));
  type(place, 1, block);
  submit(place, 1);
  await expect.poll(() => noticeOf(place)).toMatch(/^The signature is valid.*Account 7.*Pay me here\.$/s);
  type(place, 1, block.replace('here', 'there'));
  await expect.poll(() => noticeOf(place)).toBe(undefined);
  submit(place, 1);
  await expect.poll(() => noticeOf(place)).toMatch(/^The signature is not valid/);
  type(place, 1, 'Pay me here.');
  submit(place, 1);
  await expect.poll(() => place.textContent).toContain('not a complete signed message');
});
