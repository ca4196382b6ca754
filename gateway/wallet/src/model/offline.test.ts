import type { TransactionBody } from '@cairn/protocol';
import {
  createMnemonic,
  formatSignedTransfer,
  formatUnsignedTransfer,
  readTransferCode,
  type SignedTransfer,
  addWatchOnly,
} from '@cairn/wallet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ALICE, BOB, FixtureBrowser, PASSWORD } from '../../test/fixture-browser.ts';
import { canSend, canSubmit } from './state.ts';

/** The wallet with Alice's key, without a node. */
let signer: FixtureBrowser;
/** A wallet of another phrase that watches Alice's address, with a node. */
let watcher: FixtureBrowser;
let body: TransactionBody;
beforeEach(async () => {
  [signer, watcher] = await Promise.all([FixtureBrowser.start(), FixtureBrowser.start()]);
  signer.gateway.override = { status: 502, body: { error: 'node_unreachable', message: '' } };
  for (const browser of [signer, watcher]) {
    browser.timeoutMs = 400;
    await browser.openTab();
  }
  await signer.create();
  const mnemonic = createMnemonic(12);
  await watcher.model.vault.createWallet({ mnemonic, password: PASSWORD, network: 'devnet', accounts: 1 });
  await watcher.model.vault.update((contents) =>
    addWatchOnly(contents, 'devnet', { address: ALICE, name: 'Cold' }),
  );
  await watcher.model.refresh();
  ({ body } = watcher.plan('2.5'));
});
afterEach(async () => {
  await signer.close();
  await watcher.close();
});

/** Passes a transfer to the signing wallet as a code. @returns the signed transfer as `watcher` reads it from a code */
async function sign(unsigned = body): Promise<SignedTransfer> {
  const request = readTransferCode(formatUnsignedTransfer(unsigned), 'devnet');
  if (request.kind !== 'unsigned') throw new Error(request.kind);
  const signed = await signer.model.sending.signForDevice(request.body);
  const answer = readTransferCode(formatSignedTransfer(signed), 'devnet');
  if (answer.kind !== 'signed') throw new Error(answer.kind);
  return answer.transfer;
}

test('a transfer of a watched address is signed without a node, and sent by the watching wallet', async () => {
  expect([canSend(watcher.state()), canSubmit(watcher.state())]).toEqual([false, true]);
  expect(await watcher.model.sending.send(watcher.plan('2.5'))).toEqual({ kind: 'blocked' });
  const transfer = await sign();
  expect(signer.gateway.submissions).toEqual([]);
  const result = await watcher.model.sending.submitSigned(transfer);
  expect(result).toMatchObject({ kind: 'submitted', id: transfer.id, outcome: { kind: 'accepted' } });
  expect(watcher.gateway.submissions).toEqual([transfer.raw]);
  expect(watcher.state().data?.history.pending).toMatchObject([{ value: '250000000', to_address: BOB }]);
  // Stored until it is deep in the chain, as if it had been signed here.
  expect(await watcher.storedTransfers()).toMatchObject([{ id: transfer.id, state: 'accepted' }]);
});

test('a transfer signed for another device needs no decision, and is found when its nonce is to be signed again', async () => {
  const { id } = await sign();
  expect(await signer.storedTransfers()).toMatchObject([{ id, state: 'exported' }]);
  await signer.model.refresh();
  expect(signer.state().outbox.map(({ entry }) => entry.state)).toEqual(['exported']);
  const again = watcher.plan('3').body;
  expect(await signer.model.sending.findSignedBefore(again)).toMatchObject([{ id, value: '250000000' }]);
  // The same transfer again gives the same bytes and is stored once.
  expect(await signer.model.sending.findSignedBefore(body)).toEqual([]);
  expect((await sign()).id).toBe(id);
  expect(await signer.storedTransfers()).toHaveLength(1);
});

test('nothing is sent while sending is blocked, and the same transfer can be sent later', async () => {
  const transfer = await sign();
  watcher.gateway.statusLie = { syncing: true, ready: false };
  expect(await watcher.model.sending.submitSigned(transfer)).toEqual({ kind: 'blocked' });
  expect(await watcher.storedTransfers()).toEqual([]);
  watcher.gateway.statusLie = {};
  expect(await watcher.model.sending.submitSigned(transfer)).toMatchObject({ kind: 'submitted' });
});

test('the key of another account signs nothing, nor does a locked wallet', async () => {
  const foreign = { ...body, fromAddress: 'dWuPJ3a8491JzZmUgzBfpWGLzoLtxhNxoc' };
  await expect(signer.model.sending.signForDevice(foreign)).rejects.toMatchObject({
    code: 'invalid_account_index',
  });
  await expect(watcher.model.sending.signForDevice(body)).rejects.toMatchObject({
    code: 'invalid_account_index',
  });
  signer.model.vault.lock();
  await expect(signer.model.sending.signForDevice(body)).rejects.toMatchObject({ code: 'wallet_locked' });
});
