import type { BlockId } from '@cairn/protocol';
import { LIMITS, NO_LIMITS, openSource } from './api-source.ts';
import type { GivenInput } from './parse-input.ts';
import { formatReceiptText } from './receipts.ts';
import type { Proof } from './share-proof.tsx';
import type { StepState } from './steps.ts';
import { type AddressSubject, verifyAddress } from './verify-address.ts';
import {
  type BlockSubject,
  type TransactionSubject,
  verifyBlock,
  verifyTransaction,
} from './verify-block.ts';
import { verifyInput } from './verify-input.ts';

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
      /** True if the user asked for the rest: no limits. */
      readonly checkRest: boolean;
    }
  /** Makes no request to the API. */
  | { readonly kind: 'input'; readonly input: GivenInput };

/** State of a verification, as the worker posts it whenever it changes. */
export interface Verification {
  readonly steps: readonly StepState[];
  readonly hasEnded: boolean;
  /** What was proven of a transaction or an address, to be checked without the API. */
  readonly proof?: Proof | undefined;
  /** The tip that the page of an address is behind: it has to load its data again. */
  readonly behind?: BlockId | undefined;
}

interface WorkerScope {
  postMessage: (message: Verification) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<VerifyRequest>) => void) => void;
}
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data }) => {
  handle(data).then(
    (ended) => scope.postMessage({ hasEnded: true, ...ended }),
    (error: unknown) => {
      // Rethrown as uncaught, so that the page receives the worker's error event.
      setTimeout(() => {
        throw error;
      });
    },
  );
});

async function handle(request: VerifyRequest): Promise<Omit<Verification, 'hasEnded'>> {
  const onChange = (steps: readonly StepState[]) => scope.postMessage({ steps, hasEnded: false });
  if (request.kind === 'input') return { steps: await verifyInput(request.input, onChange) };
  const { subject, baseUrl, checkRest } = request;
  const context = { source: openSource(baseUrl), limits: checkRest ? NO_LIMITS : LIMITS, onChange };
  if (subject.kind === 'block') return verifyBlock(context, subject);
  if (subject.kind === 'address') {
    const { receipt, ...ended } = await verifyAddress(context, subject);
    const name = `cairn-balance-${subject.address}-${receipt?.block_height}.json`;
    return { ...ended, proof: receipt && { name, text: `${JSON.stringify(receipt, null, 2)}\n` } };
  }
  const { receipt, steps } = await verifyTransaction(context, subject);
  const name = `cairn-proof-${subject.asked.slice(0, 12)}.txt`;
  return { steps, proof: receipt && { name, text: formatReceiptText(receipt) } };
}
