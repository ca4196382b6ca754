import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { browser, memoryStorage, model, NEW, PASSWORD, usePage } from '../../test/fixture-browser.ts';

beforeAll(() => void vi.stubGlobal('localStorage', memoryStorage()));
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => localStorage.removeItem('cairn-next-drill'));
usePage();

const DAY = 86_400_000;
const isDueAfter = (days: number): boolean => {
  browser.time += days * DAY;
  return model.drill.isDue();
};
const confirm = () => model.vault.update((contents) => ({ ...contents, backedUp: true }));

test('asks a week after the phrase was confirmed, again a week after “later”, then every ninety days', async () => {
  await model.vault.createWallet(NEW);
  expect(isDueAfter(100)).toBe(false);
  await confirm();
  expect([isDueAfter(6), isDueAfter(1)]).toEqual([false, true]);
  model.drill.putOff();
  expect([isDueAfter(6), isDueAfter(1)]).toEqual([false, true]);
  model.drill.pass();
  expect([isDueAfter(89), isDueAfter(1)]).toEqual([false, true]);
});

test('a locked wallet that is opened again still asks; another one begins anew', async () => {
  await model.vault.createWallet({ ...NEW, backedUp: true });
  model.vault.lock();
  browser.time += 7 * DAY;
  await model.vault.unlock(PASSWORD);
  expect(model.drill.isDue()).toBe(true);
  await model.vault.forgetWallet();
  await model.vault.createWallet({ ...NEW, backedUp: true });
  expect([isDueAfter(6), isDueAfter(1)]).toEqual([false, true]);
});

test('the words are compared with the phrase, which is not stored', async () => {
  await model.vault.createWallet({ ...NEW, backedUp: true });
  const { places, findWrong } = await model.vault.askForWords();
  expect(places).toHaveLength(3);
  const words = DEVELOPMENT_MNEMONIC.split(' ');
  const right = Object.fromEntries(places.map((place) => [place, ` ${words[place]!.toUpperCase()} `]));
  expect(await findWrong(right)).toEqual([]);
  expect(await findWrong({ ...right, [places[1]!]: 'zebra' })).toEqual([places[1]]);
  expect(JSON.stringify(browser.state())).not.toContain('junk');
  model.vault.lock();
  await expect(findWrong(right)).rejects.toMatchObject({ code: 'wallet_locked' });
});
