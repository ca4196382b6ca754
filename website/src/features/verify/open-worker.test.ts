import { expect, it, onTestFinished, vi } from 'vitest';
import { EXAMPLES } from '../../site/examples.ts';
import { openWorker } from './open-worker.ts';
import type { ProofState } from './proof.ts';

/** A worker whose script the test runs, in its own thread. */
class Thread extends EventTarget {
  static readonly all: Thread[] = [];
  readonly script = new EventTarget();
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Thread.all.push(this);
  }
  postMessage(data: unknown) {
    this.script.dispatchEvent(new MessageEvent('message', { data }));
  }
}

it('a page’s worker says that it takes requests, and proves; only one that recomputes loads libsecp256k1', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('Worker', Thread);
  onTestFinished(() => void vi.useRealTimers().unstubAllGlobals());
  const posted: ProofState[] = [];
  for (const kind of ['input', 'recompute'] as const)
    openWorker(
      kind,
      (state) => posted.push(state),
      () => expect.fail(),
    );
  expect(Thread.all.map(({ url }) => url)).toEqual([
    expect.stringContaining('/proof-worker'),
    expect.stringContaining('/recompute-worker'),
  ]);
  const worker = Thread.all[0]!;
  vi.stubGlobal('addEventListener', worker.script.addEventListener.bind(worker.script));
  vi.stubGlobal('postMessage', (data: unknown) =>
    worker.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })),
  );
  await import('./proof-worker.ts');
  expect(posted).toMatchObject([{ key: '', verdict: 'running' }]);
  const subject = { kind: 'input', text: EXAMPLES.receipt, asksChain: false } as const;
  const settings = { baseUrl: '', witnesses: [] };
  worker.postMessage({ kind: 'prove', key: 'a', subject, settings, isWhole: false, recomputed: {} });
  await expect.poll(() => posted.at(-1)).toMatchObject({ key: 'a', verdict: 'limited' });
});
