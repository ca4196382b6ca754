// @vitest-environment happy-dom
import { formatSignedMessage, getNetwork, signMessage } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { showPart } from '../../../test/fixture-part.tsx';
import { Messages } from './messages.tsx';

test('a signed message is valid (with its signer’s name and text), invalid, or unreadable', async () => {
  const network = getNetwork('devnet');
  const [, bob] = developmentAccounts(network);
  const place = showPart(<Messages />);
  const [, field] = place.querySelectorAll('textarea');
  const [, form] = place.querySelectorAll('form');
  const check = (text: string): void => {
    field!.value = text;
    void act(() => void field!.dispatchEvent(new Event('input', { bubbles: true })));
    form!.dispatchEvent(new Event('submit', { cancelable: true }));
  };
  const shown = (): string => place.textContent;
  const block = formatSignedMessage(signMessage('Pay me here.', bob!.privateKey, network));
  check(block);
  await expect.poll(shown).toMatch(/The signature is valid.*Account 7.*Pay me here\./s);
  check(block.replace('here', 'there'));
  await expect.poll(shown).toMatch(/The signature is not valid/);
  check('Pay me here.');
  await expect.poll(shown).toContain('not a complete signed message');
});
