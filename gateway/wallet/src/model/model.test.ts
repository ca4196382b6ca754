import { describe, expect, test } from 'vitest';
import { ALICE, BOB, browser, gateway, model, usePage } from '../../test/fixture-browser.ts';
import { startDraft } from './draft.ts';
import { type AppState } from './state.ts';

usePage();
const state = (): AppState => browser.state();

describe('history', () => {
  test('a pending transaction keeps the time at which it was first seen', async () => {
    await browser.create();
    await model.sending.send(browser.plan());
    const { id } = state().data!.history.pending[0]!;
    const first = { [id]: browser.time };
    expect(state().pendingSince).toEqual(first);
    browser.time += 60_000;
    await model.refresh();
    expect(state().pendingSince).toEqual(first);
    await gateway.chain.devnet.mine();
    await model.refresh();
    expect(state().pendingSince).toEqual({});
    expect(state().outbox).toMatchObject([{ reconciliation: { kind: 'confirmed', blockHeight: 1 } }]);
  });

  test('older pages that arrive while the node is asked again are kept', async () => {
    await gateway.chain.devnet.mine({ blocks: 150, to: ALICE });
    await browser.create();
    const { promise, resolve } = Promise.withResolvers<void>();
    gateway.hold = promise;
    const asked = gateway.requests.length;
    const late = model.refresh();
    await expect.poll(() => gateway.requests.length).toBe(asked + 3);
    gateway.hold = Promise.resolve();
    await model.history.loadOlder();
    resolve();
    await late;
    expect(state().data?.history.confirmed).toHaveLength(150);
  });

  test('answers for an account that is no longer shown are dropped', async () => {
    await browser.create();
    const { promise, resolve } = Promise.withResolvers<void>();
    gateway.hold = promise;
    gateway.requests.length = 0;
    const late = model.refresh();
    await expect.poll(() => gateway.requests).toContain(`GET /v1/accounts/${ALICE}`);
    await model.vault.selectAccount(1);
    const shown: (string | undefined)[] = [];
    model.store.subscribe(() => shown.push(state().data?.account.address));
    resolve();
    await late;
    await model.refresh();
    expect(shown).toContain(BOB);
    expect(shown).not.toContain(ALICE);
  });
});

test('a payee is entered into the form that is shown, not into a draft in another unit', () => {
  model.changeDraft({ ...startDraft('crn'), amount: '7' });
  browser.settings.unit.choose('pebbles');
  model.choosePayee(BOB);
  expect(state().draft).toEqual({ ...startDraft('pebbles'), recipient: BOB });
  browser.settings.unit.choose('crn');
});
