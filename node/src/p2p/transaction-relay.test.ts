import { setTimeout as sleep } from 'node:timers/promises';
import { decodeTransaction, transactionId } from '@cairn/protocol';
import type { Stream } from '@libp2p/interface';
import { expect, it } from 'vitest';
import type { Admission } from '../mempool/mempool.ts';
import { ACCOUNTS, signedTransfer } from '../mempool/test-support.ts';
import { NAMES } from './hostile-peer-test-support.ts';
import { openHostilePeer, openTestContext } from './test-support.ts';
import { TransactionIntake } from './transaction-intake.ts';
import { TransactionRelay } from './transaction-relay.ts';

it('a peer with a slow disk answers a full message in time, and validates its transactions in order', async () => {
  const [sender, receiver] = [await openHostilePeer(), await openHostilePeer()];
  const connection = await sender.host.dial(receiver.host.getMultiaddrs());
  const submitted: Uint8Array[] = [];
  const submit = async (raw: Uint8Array): Promise<Admission> => {
    submitted.push(raw);
    await sleep(20); // as long as a disk may take to store one
    return { status: 'rejected', reason: 'already_confirmed' };
  };
  const context = await openTestContext();
  const { peers } = context;
  const intake = new TransactionIntake({ mempool: { submit }, peers }, () => true, undefined);
  const relay = new TransactionRelay(context, intake);
  const peer = peers.add(connection);
  peers.setStatus(peer, { genesisId: '', height: 0, tipId: '', work: 0n });
  await receiver.host.unhandle(NAMES.transactions);
  await receiver.host.handle(NAMES.transactions, (stream: Stream) => relay.answer(stream, peer));
  const transactions = Array.from({ length: 256 }, (_, index) =>
    signedTransfer(ACCOUNTS[1]!, { nonce: index + 1 }),
  );
  const counts = await Promise.all(
    transactions.map((raw) => {
      const transaction = decodeTransaction(raw);
      return relay.publish({ id: transactionId(raw), transaction, raw, receivedAt: 0 });
    }),
  );
  expect(counts).toEqual(transactions.map(() => 1));
  expect(submitted.map((raw) => Buffer.from(raw))).toEqual(transactions.map((raw) => Buffer.from(raw)));
});
