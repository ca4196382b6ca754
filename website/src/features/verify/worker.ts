import type { BlockId } from '@cairn/protocol';
import { openSource } from './api-source.ts';
import { Checkpoints, type StoredCheckpoints } from './checkpoints.ts';
import type { StepState } from './findings.ts';
import { LIMITS, NO_LIMITS } from './page-block.ts';
import type { GivenInput } from './parse-input.ts';
import type { BalanceReceipt, Receipt } from './receipts.ts';
import type { AddressSubject } from './verify-address.ts';
import { type BlockSubject, verifyBlock } from './verify-block.ts';
import { verifyInput } from './verify-input.ts';
import { type TransactionSubject, verifyTransaction } from './verify-transaction.ts';

/** The worker of a verification. The page only shows results: the worker requests the data and computes. */

/** What a page shows, for a verification that asks the API. */
export type PageSubject =
  | ({ readonly kind: 'transaction' } & TransactionSubject)
  | ({ readonly kind: 'block' } & BlockSubject)
  | ({ readonly kind: 'address' } & AddressSubject);

/** Request of a page to its worker, which handles one at a time. */
export type VerifyRequest =
  | {
      readonly kind: 'page';
      readonly subject: PageSubject;
      readonly baseUrl: string;
      /** Blocks that this session has checked. */
      readonly checkpoints: StoredCheckpoints | undefined;
      /** True if the user asked for the rest: no limits. */
      readonly checkRest: boolean;
    }
  /** Makes no request to the API. */
  | { readonly kind: 'input'; readonly input: GivenInput };

/** State of a verification. */
export interface Verification {
  readonly steps: readonly StepState[];
  readonly hasEnded: boolean;
  readonly receipt?: Receipt | BalanceReceipt | undefined;
  /** The tip that the page of an address is behind: it has to load its data again. */
  readonly behind?: BlockId | undefined;
}

/** Message of the worker to its page. */
export type WorkerMessage =
  | ({ readonly kind: 'state' } & Verification)
  | { readonly kind: 'checkpoints'; readonly stored: StoredCheckpoints };

interface WorkerScope {
  postMessage: (message: WorkerMessage) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<VerifyRequest>) => void) => void;
}
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data }) => {
  handle(data).then(
    (ended) => scope.postMessage({ kind: 'state', hasEnded: true, ...ended }),
    (error: unknown) => {
      // Rethrown as uncaught, so that the page receives the worker's error event.
      setTimeout(() => {
        throw error;
      });
    },
  );
});

async function handle(request: VerifyRequest): Promise<Omit<Verification, 'hasEnded'>> {
  const onChange = (steps: readonly StepState[]) =>
    scope.postMessage({ kind: 'state', steps, hasEnded: false });
  if (request.kind === 'input') return { steps: await verifyInput(request.input, onChange) };
  const { subject, baseUrl, checkRest } = request;
  const checkpoints = new Checkpoints(request.checkpoints, (stored) =>
    scope.postMessage({ kind: 'checkpoints', stored }),
  );
  const limits = checkRest ? NO_LIMITS : LIMITS;
  const context = { source: openSource(baseUrl), checkpoints, limits, onChange };
  if (subject.kind === 'transaction') return verifyTransaction(context, subject);
  if (subject.kind === 'address') {
    const { verifyAddress } = await import('./verify-address.ts');
    return verifyAddress(context, subject);
  }
  return { steps: await verifyBlock(context, subject) };
}
