import { LIMITS, NO_LIMITS, openSource } from './api-source.ts';
import type { GivenInput } from './parse-input.ts';
import type { Proof, StepState } from './steps.ts';
import { type PageSubject, verifyInput, verifyPage } from './verify.ts';

/** The worker of a verification. The page only shows results: the worker requests the data and computes. */

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
}

const post = (state: Verification): void => postMessage(state);

addEventListener('message', ({ data }: MessageEvent<VerifyRequest>) => {
  handle(data).then(
    (ended) => post({ hasEnded: true, ...ended }),
    (error: unknown) => {
      // Rethrown as uncaught, so that the page receives the worker's error event.
      setTimeout(() => {
        throw error;
      });
    },
  );
});

async function handle(request: VerifyRequest): Promise<Omit<Verification, 'hasEnded'>> {
  const onChange = (steps: readonly StepState[]) => post({ steps, hasEnded: false });
  if (request.kind === 'input') return { steps: await verifyInput(request.input, onChange) };
  const { subject, baseUrl, checkRest } = request;
  const context = { source: openSource(baseUrl), limits: checkRest ? NO_LIMITS : LIMITS };
  return verifyPage(subject, context, onChange);
}
