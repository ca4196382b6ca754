import { planReplacement, type SendPlan } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import { BOB, browser, gateway, model, PASSWORD, usePage } from '../../test/fixture-browser.ts';
import { type AppState, outboxOf } from './state.ts';

usePage();
const state = (): AppState => browser.state();

describe('replacing', () => {
  const replace = (kind: 'speed_up' | 'cancel', fee: string): SendPlan => {
    const { account, history } = state().data!;
    const [original] = history.pending;
    return planReplacement({ kind, original: original!, fee, unit: 'pebbles', network: 'devnet', account })
      .plan!;
  };

  test('sped up: the replacement is pending, and after its block the original is reported as replaced', async () => {
    await browser.create();
    const first = await model.sending.send(browser.plan());
    const second = await model.sending.send(replace('speed_up', '2000'));
    expect([first.kind, second.kind]).toEqual(['submitted', 'submitted']);
    expect(state().data?.history.pending).toMatchObject([{ nonce: 1, fee: '2000', value: '100000000' }]);
    expect(
      outboxOf(state())
        .map(({ reconciliation }) => reconciliation.kind)
        .toSorted(),
    ).toEqual(['pending', 'replaced']);
    gateway.mine();
    await model.refresh();
    const replaced = outboxOf(state()).find(({ entry }) => entry.state === 'replaced');
    expect(replaced).toMatchObject({ entry: { replacedBy: { kind: 'speed_up' } } });
    await model.sending.forget(replaced!.entry.id);
    expect(await browser.storedTransfers()).toMatchObject([{ fee: '2000', state: 'confirmed' }]);
  });

  test('a cancelled transfer stays stored, so that the cancellation can be named after a lock', async () => {
    await browser.create();
    await model.sending.send(browser.plan('7'));
    await model.sending.send(replace('cancel', '1100'));
    await model.sending.send(replace('speed_up', '2000'));
    gateway.mine();
    await model.refresh();
    const reasons = (await browser.storedTransfers()).map(({ replacedBy }) => replacedBy?.kind);
    expect(reasons).toEqual(['cancel', 'speed_up', undefined]);
    model.vault.lock();
    await model.vault.unlock(PASSWORD);
    await model.refresh();
    expect(state().outbox[0]).toMatchObject({ entry: { value: '700000000', toAddress: BOB } });
  });

  test('confirmed meanwhile: no replacement is signed', async () => {
    await browser.create();
    await model.sending.send(browser.plan());
    const late = replace('cancel', '5000');
    gateway.mine();
    expect(await model.sending.send(late)).toEqual({ kind: 'changed' });
    expect(gateway.submissions).toHaveLength(1);
  });
});
