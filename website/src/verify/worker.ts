/** The thread in which everything is verified: it alone carries the cryptography and the API's client. */
import { verifyOffline } from './offline/check.ts';
import { verifyBlock } from './plans/block.ts';
import type { Listener } from './plans/run.ts';
import { verifyTransaction } from './plans/transaction.ts';
import { openSource } from './source.ts';
import type { News, Numbered, Order } from './thread.ts';

interface WorkerScope {
  postMessage: (message: Numbered<News>) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<Numbered<Order>>) => void) => void;
}
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data: { run, content } }) => {
  const tell = (news: News) => scope.postMessage({ run, content: news });
  carryOut(content, tell).catch((error: unknown) => {
    // Thrown where nobody catches it, so that the page hears of it as the worker's error.
    setTimeout(() => {
      throw error;
    });
  });
});

async function carryOut(order: Order, tell: (news: News) => void): Promise<void> {
  const listener: Listener = {
    plan: (ids) => tell({ kind: 'plan', ids }),
    begin: (id) => tell({ kind: 'begin', id }),
    progress: (id, done, total) => tell({ kind: 'progress', id, done, total }),
    result: (result) => tell({ kind: 'result', result }),
  };
  tell({ kind: 'done', evidence: await evidenceAfter(order, listener) });
}

async function evidenceAfter(order: Order, listener: Listener) {
  if (order.kind === 'transaction') {
    return (await verifyTransaction(openSource(order.baseUrl), order.subject, listener)).evidence;
  }
  if (order.kind === 'block') await verifyBlock(openSource(order.baseUrl), order.subject, listener);
  else await verifyOffline(order.input, listener);
  return undefined;
}
