/** The thread in which everything is verified: it alone carries the cryptography and the API's client. */
import type { Listener } from './findings.ts';
import { KeptChain } from './kept-chain.ts';
import { verifyOffline } from './offline.ts';
import { verifyBlock, verifyTransaction } from './pages.ts';
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
    // Thrown where nothing catches it, so that the page receives the worker's error.
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
  if (order.kind === 'offline') {
    await verifyOffline(order.input, listener);
    tell({ kind: 'done', receipt: undefined });
    return;
  }
  const kept = new KeptChain(order.kept, (record) => tell({ kind: 'kept', record }));
  const means = { source: openSource(order.baseUrl), listener, kept };
  if (order.kind === 'block') await verifyBlock(means, order.subject);
  const outcome = order.kind === 'transaction' ? await verifyTransaction(means, order.subject) : undefined;
  tell({ kind: 'done', receipt: outcome?.receipt });
}
