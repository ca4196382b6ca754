/** The worker that verifies. Only its script has the cryptography and the API's client, and only it asks the API. */
import { openSource } from './api-source.ts';
import { Checkpoints, type StoredCheckpoints } from './checkpoints.ts';
import type { Listener, StepId, StepResult } from './findings.ts';
import type { GivenInput, Receipt } from './parse-input.ts';
import { type BlockSubject, verifyBlock } from './verify-block.ts';
import { verifyInput } from './verify-input.ts';
import { type TransactionSubject, verifyTransaction } from './verify-transaction.ts';

interface ApiRequest {
  readonly baseUrl: string;
  /** Headers that this session has checked. */
  readonly checkpoints: StoredCheckpoints | undefined;
}

/** Request of a page to its worker, which handles one at a time. */
export type VerifyRequest =
  | (ApiRequest & { readonly kind: 'transaction'; readonly subject: TransactionSubject })
  | (ApiRequest & { readonly kind: 'block'; readonly subject: BlockSubject })
  /** Asks nothing of the API. */
  | { readonly kind: 'input'; readonly input: GivenInput };

/** Message of the worker to its page. */
export type WorkerMessage =
  | { readonly kind: 'plan'; readonly ids: readonly StepId[] }
  | { readonly kind: 'begin'; readonly id: StepId }
  | { readonly kind: 'progress'; readonly id: StepId; readonly done: number; readonly total: number }
  | { readonly kind: 'result'; readonly result: StepResult }
  | { readonly kind: 'checkpoints'; readonly stored: StoredCheckpoints }
  | { readonly kind: 'done'; readonly receipt: Receipt | undefined };

/** `run` is the page's number of the request, so that it can ignore late messages of an earlier one. */
export interface Numbered<Content> {
  readonly run: number;
  readonly content: Content;
}

interface WorkerScope {
  postMessage: (message: Numbered<WorkerMessage>) => void;
  addEventListener: (
    type: 'message',
    listener: (event: MessageEvent<Numbered<VerifyRequest>>) => void,
  ) => void;
}
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data: { run, content } }) => {
  const post = (message: WorkerMessage) => scope.postMessage({ run, content: message });
  handle(content, post).catch((error: unknown) => {
    // Rethrown as uncaught, so that the page receives the worker's error event.
    setTimeout(() => {
      throw error;
    });
  });
});

async function handle(request: VerifyRequest, post: (message: WorkerMessage) => void): Promise<void> {
  const listener: Listener = {
    plan: (ids) => post({ kind: 'plan', ids }),
    begin: (id) => post({ kind: 'begin', id }),
    progress: (id, done, total) => post({ kind: 'progress', id, done, total }),
    result: (result) => post({ kind: 'result', result }),
  };
  if (request.kind === 'input') {
    await verifyInput(request.input, listener);
    post({ kind: 'done', receipt: undefined });
    return;
  }
  const checkpoints = new Checkpoints(request.checkpoints, (stored) => post({ kind: 'checkpoints', stored }));
  const context = { source: openSource(request.baseUrl), listener, checkpoints };
  if (request.kind === 'block') await verifyBlock(context, request.subject);
  const outcome =
    request.kind === 'transaction' ? await verifyTransaction(context, request.subject) : undefined;
  post({ kind: 'done', receipt: outcome?.receipt });
}
